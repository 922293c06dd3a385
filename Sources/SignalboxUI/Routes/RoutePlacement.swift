/// The position of a screen on a navigation stack.
public enum RoutePlacement: Sendable {
    /// Above the visible screen.
    case nextScreen

    /// Above the root, in place of all other screens.
    case onlyScreen
}
