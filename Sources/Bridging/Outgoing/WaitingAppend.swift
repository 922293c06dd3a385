/// A call that waits until its entry is appended.
struct WaitingAppend: Sendable {
    /// The call; `nil` if its task was cancelled.
    var continuation: CheckedContinuation<Void, any Error>?

    /// Does what the caller would have done after the append.
    let onAppendWithoutCaller: @Sendable () -> Void

    /// Takes the call, which was cancelled.
    mutating func takeContinuation() -> CheckedContinuation<Void, any Error>? {
        defer { continuation = nil }
        return continuation
    }

    /// Ends the call after the append.
    func complete() {
        if let continuation {
            continuation.resume()
        } else {
            onAppendWithoutCaller()
        }
    }
}
