/// The time of a clock of any type.
struct Timekeeper: Sendable {
    /// Waits for a duration.
    ///
    /// Throws if the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Returns the time that has passed since this was created.
    let now: @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        sleep = { try await clock.sleep(for: $0) }
        now = { start.duration(to: clock.now) }
    }
}
