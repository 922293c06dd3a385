import SignalboxCore

/// An answer that is given once, and waited for once.
final class PendingAnswer: Sendable {
    private enum State: Sendable {
        case open
        case waited(CheckedContinuation<Answer, Never>)
        case given(Answer)
    }

    private let state = Protected(State.open)

    /// The answer, if it was given.
    var answer: Answer? {
        state.withLock { state in
            if case .given(let answer) = state { answer } else { nil }
        }
    }

    /// Gives the answer, unless one was given before.
    func give(_ answer: Answer) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            switch state {
            case .open:
                state = .given(answer)
                return nil
            case .waited(let continuation):
                state = .given(answer)
                return continuation
            case .given: return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// Waits for the answer.
    ///
    /// - Parameter cancelled: Returns the answer if the task is cancelled before.
    /// - Returns: The answer.
    func wait(cancelled: @escaping @Sendable () -> Answer) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Answer? in
                    if case .given(let answer) = state { return answer }
                    state = .waited(continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            give(cancelled())
        }
    }
}
