import SignalboxCore

/// The handler of a request that waits for its answer.
///
/// The handler is called when the center is closed.
final class PendingAnswerHandler: Handler {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    override func describe(_ info: inout ObservationInfo) {
        info.form = .sequence
        info.waiting = 0
    }

    override func end() {
        onEnd()
    }
}
