import DispatchersTesting
import Testing

/// Lets other tasks run until a condition holds, for a limited number of rounds.
///
/// - Parameters:
///   - clock: The clock whose time passes meanwhile, if a task sleeps by one.
///   - step: The time that passes in each round.
///   - location: The location of the issue that is recorded if the condition never holds.
///   - isTrue: The condition.
func wait(
    _ clock: ManualClock? = nil, step: Duration = .milliseconds(20), at location: SourceLocation = #_sourceLocation,
    until isTrue: () async throws -> Bool
) async rethrows {
    for _ in 1...20_000 {
        if try await isTrue() { return }
        await pass(clock, step)
    }
    Issue.record("it never happened", sourceLocation: location)
}

/// Lets time pass, and other tasks run.
func pass(_ clock: ManualClock? = nil, _ step: Duration = .milliseconds(20)) async {
    clock?.pass(step)
    for _ in 0..<8 { await Task.yield() }
}
