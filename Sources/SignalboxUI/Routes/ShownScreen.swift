import Routing
import SignalboxCore

/// The screen that a route shows, and the path on which it shows the screen; an attachment of the route.
struct ShownScreen<Screen: Hashable & Sendable>: Sendable {
    let path: WeakReference
    let screen: @MainActor @Sendable (RouteMatch) throws -> Screen
}
