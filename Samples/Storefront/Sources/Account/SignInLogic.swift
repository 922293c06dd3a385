import Dispatchers
import Routing
import ShopKit

extension StateKeys {
    /// What is typed into the fields of the sign-in page; of the password only whether there is one.
    static let signInFields = StateKey("signInFields", default: SignInFields())

    /// How the sign-in page looks.
    static let signInView = StateKey("signInView", default: SignInLook())
}

struct SignInFields: Sendable, Equatable {
    var name = ""
    var password = ""
}

struct SignInLook: Sendable, Equatable {
    var isEnabled = false
    var message = ""
}

/// The logic of signing in.
///
/// It talks to its views through `SignInDelegate`, and knows none of them.
final class SessionSignIn: SignInLogic {
    private let states: ObserverCenter
    private let messages: MessageCenter
    private let views: ProtocolDispatcherCenter
    private let users: any UserStore

    init(in visit: any CurrentVisit, _ users: any UserStore) {
        (states, messages, views) = (visit.states, visit.messages, visit.calls)
        self.users = users
        states.observe(.signInFields, by: self) { logic, change in
            let isEnabled = !change.new.name.isEmpty && !change.new.password.isEmpty
            logic.views.dispatch((any SignInDelegate).self) { $0.buttonIsEnabled(isEnabled) }
        }
    }

    func signIn(name: String, password: String) async throws -> Bool {
        views.dispatch((any SignInDelegate).self) { $0.signInStarted() }
        guard let user = try await users.user(name: name, password: password) else {
            return fail("Name and password do not fit.")
        }
        return succeed(user)
    }

    func register(name: String, password: String) async throws -> Bool {
        views.dispatch((any SignInDelegate).self) { $0.signInStarted() }
        guard !name.isEmpty, !password.isEmpty else { return fail("A name and a password, please.") }
        guard try await users.add(name: name, password: password) else { return fail("There is a \(name) already.") }
        return succeed(User(name: name, role: .customer))
    }

    func signOut() {
        guard let user = states[.user] else { return }
        states.set(.lastName, to: user.name)
        states.set(.user, to: nil)
    }

    private func fail(_ reason: String) -> Bool {
        views.dispatch((any SignInDelegate).self) { $0.signInFailed(reason) }
        return false
    }

    private func succeed(_ user: User) -> Bool {
        states.set(.lastName, to: user.name)
        states.set(.signInFields, to: SignInFields())
        states.set(.user, to: user)
        views.dispatch((any SignInDelegate).self) { $0.signInSucceeded(user) }
        messages.post(SignedIn(user))
        return true
    }
}

/// The view of signing in: what the logic calls becomes the look of the page, which open tabs follow.
final class SignInView: SignInDelegate {
    private let states: ObserverCenter

    init(in visit: any CurrentVisit) {
        states = visit.states
        visit.calls.register((any SignInDelegate).self, by: self) { $0 }
    }

    func buttonIsEnabled(_ isEnabled: Bool) { states.update(.signInView) { $0.isEnabled = isEnabled } }
    func signInStarted() { states.update(.signInView) { $0.message = "" } }
    func signInFailed(_ reason: String) { states.update(.signInView) { $0.message = reason } }
    func signInSucceeded(_ user: User) { states.set(.signInView, to: SignInLook()) }
}

/// Binds the logic and the view of one visit to each other, and decides where one goes from sign-in.
protocol SignInCoordinating: Sendable {
    var logic: any SignInLogic { get }

    /// Where the visitor was going before sign-in came in between.
    func destination() -> String?
}

final class SignInCoordinator: SignInCoordinating {
    let logic: any SignInLogic
    private let view: SignInView
    private let states: ObserverCenter

    init(in visit: any CurrentVisit, _ logic: (any CurrentVisit) -> any SignInLogic) {
        states = visit.states
        view = SignInView(in: visit)
        self.logic = logic(visit)
    }

    func destination() -> String? {
        guard let parked = states[.parked] else { return nil }
        states.set(.parked, to: nil)
        return parked.url
    }
}
