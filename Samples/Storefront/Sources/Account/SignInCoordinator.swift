import Dispatchers
import Routing
import ShopKit

/// Binds the logic and the view of one visit to each other, and decides which page follows a sign-in.
protocol SignInCoordinating: Sendable {
    var logic: any SignInLogic { get }

    /// The page that follows a sign-in.
    ///
    /// - Parameters:
    ///   - visit: The visit.
    ///   - asked: The page that the form of the sign-in has named. A second click on its button may begin a new visit.
    /// - Returns: The answer that leads to the page.
    func next(in visit: Visit, asked: String?) async -> Answer
}

final class SignInCoordinator: SignInCoordinating {
    let logic: any SignInLogic
    private let view: SignInView

    init(in visit: any CurrentVisit, _ logic: (any CurrentVisit) -> any SignInLogic) {
        view = SignInView(in: visit)
        self.logic = logic(visit)
    }

    func next(in visit: Visit, asked: String?) async -> Answer {
        guard let destination = visit.states[.destination] ?? asked, destination.utf8.count < 2_000 else {
            return .next(HomeRoute())
        }
        visit.states.set(.destination, to: nil)
        // The page may not be there for this user, such as the order of another one.
        let outcome = await visit.shop.pages.open(path: destination, payload: Call(visit), following: .none)
        switch outcome.result {
        case .handled, .redirected, .refused, .parked: return .resume(destination)
        default: return .next(HomeRoute())
        }
    }
}
