extension Task where Success == Void, Failure == Never {
    /// Waits for the end of the task, and cancels it after a time.
    ///
    /// This method waits also in a task that is cancelled.
    func finish(within limit: Duration, by time: Timekeeper) async {
        let timeout = Task<Void, Never> {
            guard (try? await time.sleep(limit)) != nil else { return }
            cancel()
        }
        await value
        timeout.cancel()
        await timeout.value
    }
}
