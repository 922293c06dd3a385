public import Observation
public import Routing

/// The path of a `NavigationStack`, to which routes push screens.
///
/// ```swift
/// nonisolated enum Screen: Hashable { case product(Int), cart }
///
/// let path = RoutePath<Screen>()
/// try router.register {
///     $0.show("/product/:id:Int", on: path) { match in .product(try match["id", as: Int.self]) }
///     $0.show("/cart", on: path, as: .onlyScreen) { _ in .cart }
/// }
/// ```
///
/// A SwiftUI view binds a `NavigationStack` to `screens`. Then a route shows a screen, and the back button removes it.
@MainActor @Observable public final class RoutePath<Screen: Hashable & Sendable> {
    /// The screens above the root of the stack, the visible one last.
    public var screens: [Screen] {
        didSet { endQuestions() }
    }

    /// The questions that screens of the path may answer.
    @ObservationIgnored private var questions: [Question] = []

    /// A question of `ask`, which the match keeps open, and the position of the screen that may answer it.
    private struct Question {
        let match: RouteMatch
        let screen: Screen
        let index: Int
    }

    /// Creates a path with screens, by default with none above the root.
    public init(_ screens: [Screen] = []) {
        self.screens = screens
    }

    /// Shows a screen.
    ///
    /// A screen that is visible is not shown again above itself.
    public func show(_ screen: Screen, as placement: RoutePlacement = .nextScreen) {
        switch placement {
        case .nextScreen:
            if screens.last != screen { screens.append(screen) }
        case .onlyScreen:
            if screens != [screen] { screens = [screen] }
        }
    }

    /// Answers the question of `ask` for which the visible screen is shown, and removes the screen.
    ///
    /// ```swift
    /// Button(city.name) { path.answer(city) }
    /// ```
    ///
    /// A question ends without an answer when its screen leaves the path in another way.
    ///
    /// - Returns: `false` if no code asked, or the question has ended; then the path stays as it is.
    @discardableResult
    public func answer(_ answer: some Sendable) -> Bool {
        let asked = questions.filter { $0.index == screens.count - 1 }
        let answered = asked.filter { $0.match.answer(answer) == .delivered }
        if answered.isEmpty { return false }
        screens.removeLast()
        return true
    }

    /// Shows the screen of a match, which may answer the question of the match.
    func show(_ screen: Screen, as placement: RoutePlacement, for match: RouteMatch) {
        show(screen, as: placement)
        if match.isAsked { questions.append(Question(match: match, screen: screen, index: screens.count - 1)) }
    }

    /// Ends the questions whose screens have left the path.
    private func endQuestions() {
        let former = questions
        questions = former.filter { screens.indices.contains($0.index) && screens[$0.index] == $0.screen }
        // Values of a caller are released here, and may use the path.
        withExtendedLifetime(former) {}
    }

    /// Shows the screens of a URL and of its ancestors, in place of all other screens.
    ///
    /// ```swift
    /// try path.show(stackTo: "shop://orders/7", in: router)  // the screens of shop://orders and shop://orders/7
    /// ```
    ///
    /// The matches are those of the router's `stack(to:)`, and the screens those of the routes that were added by `show`
    /// for this path. Other routes, and those that decline, are left out. **No guard and no block is asked**: use it for
    /// URLs that the app makes itself, and open a link with the router.
    ///
    /// - Returns: `false` if there is no such route; then the path stays as it is.
    /// - Throws: The error of a route's closure; then the path stays as it is.
    @discardableResult
    public func show(stackTo url: String, in router: Router) throws -> Bool {
        let stack = try router.stack(to: url).compactMap { match in
            let shown = match.route.attachment as? ShownScreen<Screen>
            guard let shown, shown.path.object === self else { return nil as Screen? }
            do {
                return try shown.screen(match)
            } catch RouteReply.declined {
                return nil
            }
        }
        if stack.isEmpty { return false }
        if screens != stack { screens = stack }
        return true
    }
}
