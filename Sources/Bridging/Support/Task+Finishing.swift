extension Task where Success == Void, Failure == Never {
    /// Waits for the end of the task, and cancels it after a time.
    ///
    /// Then it is not waited for any more: a log may never answer. This method waits also in a task that is cancelled.
    func finish(within limit: Duration, by time: Timekeeper) async {
        let hasEnded = Signal()
        _ = Task<Void, Never> {
            await value
            hasEnded.raise()
        }
        await Task<Void, Never> { await hasEnded.wait(after: 0, atMost: limit, by: time) }.value
        cancel()
    }
}
