/// An object that calls an action when its last reference is released.
package final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    /// Creates an object with the action to call.
    package init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}
