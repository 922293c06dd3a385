/// A reference to an object that does not keep the object alive.
package final class WeakReference: Sendable {
    /// The object, unless it was released.
    ///
    /// Reading it may release the object: never read it under a lock.
    package weak let object: (any AnyObject & Sendable)?

    /// Refers to an object.
    package init(_ object: any AnyObject & Sendable) {
        self.object = object
    }

    /// A Boolean value that indicates whether the object was released.
    ///
    /// Reading it may release the object: never read it under a lock.
    package var isGone: Bool { object == nil }
}

/// An object that calls an action when its last reference is released.
package final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    /// Creates an object with the action to call.
    package init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit { action() }
}
