import Dispatchers

/// A clock whose time passes when a test says so.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State: Sendable {
        var now = Instant()
        var sleepers: [(id: Int, until: Instant, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastID = 0
    }

    private let state = Protected(State())
    private let arrivals = Probe<Int>()

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.now < deadline, !Task.isCancelled { state.sleepers.append((id, deadline, continuation)) }
                    return state.now >= deadline || Task.isCancelled
                }
                if isOver { continuation.resume() } else { arrivals.report(id) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0).continuation }
            }
            sleeper?.resume(throwing: CancellationError())
        }
    }

    /// Lets time pass, once somebody sleeps.
    func advance(by duration: Duration) async {
        _ = await arrivals.values(1)
        pass(duration)
    }

    /// Lets time pass, whether somebody sleeps or not.
    func pass(_ duration: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let awake = state.sleepers.filter { $0.until <= state.now }
            state.sleepers.removeAll { $0.until <= state.now }
            return awake.map(\.continuation)
        }
        for continuation in awake { continuation.resume() }
    }
}
