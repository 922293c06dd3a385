public import Observation

/// The screens on a navigation stack, to which routes lead.
///
/// ```swift
/// enum Screen: Hashable { case product(Int), cart }
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
    public var screens: [Screen]

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
}
