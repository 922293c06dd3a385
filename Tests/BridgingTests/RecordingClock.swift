import DispatchersTesting

/// A manual clock that records for how long tasks want to sleep.
struct RecordingClock: Clock {
    let clock = ManualClock()
    let pauses = Recording<Duration>()

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        pauses.append(now.duration(to: deadline))
        try await clock.sleep(until: deadline)
    }
}
