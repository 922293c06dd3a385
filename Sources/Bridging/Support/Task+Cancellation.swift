extension Task where Success == Never, Failure == Never {
    /// Waits until the current task is cancelled.
    static func untilCancelled() async {
        // Nothing raises this signal.
        await Signal().wait(after: 0)
    }
}
