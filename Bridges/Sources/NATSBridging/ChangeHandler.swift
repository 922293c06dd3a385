import CNATS

/// A closure that the client library calls.
///
/// The library has a retained reference to it, from the subscription to the completion. The completion is the last callback of a
/// subscription: the library makes it on the thread of the other callbacks, after the last of them has returned. So `receive` never finds
/// a released handler, and the handler is released once.
final class ChangeHandler: Sendable {
    private let onChange: @Sendable () -> Void

    init(_ onChange: @escaping @Sendable () -> Void) {
        self.onChange = onChange
    }

    /// Receives an announcement.
    static let receive: natsMsgHandler = { _, _, message, closure in
        natsMsg_Destroy(message)
        guard let closure else { return }
        Unmanaged<ChangeHandler>.fromOpaque(closure).takeUnretainedValue().onChange()
    }

    /// Releases the handler.
    static let complete: natsOnCompleteCB = { closure in
        guard let closure else { return }
        Unmanaged<ChangeHandler>.fromOpaque(closure).release()
    }
}
