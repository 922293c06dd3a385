import DispatchersTesting
import Testing

@testable import Bridging

/// A receiver whose task is cancelled in one of its calls.
private struct CancellingReceiver: EntryReceiver {
    /// The positions of entries, and `end` for the end of a last page.
    let calls = Recording<String>()
    let lastCall: String

    /// The position of an entry that cannot be handled.
    var failingPosition: UInt64?

    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result {
        record("\(stored.position)")
        if stored.position == failingPosition { throw LogFaultError() }
        return .delivered
    }

    func endLastPage() {
        record("end")
    }

    func report(_ gap: RemoteGap) {}

    private func record(_ call: String) {
        calls.append(call)
        if call == lastCall { withUnsafeCurrentTask { $0?.cancel() } }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct IncomingLaneTests {
    let clock = ManualClock()

    /// Returns a log with three entries.
    private func filledLog() async throws -> LoopbackLog {
        let log = LoopbackLog(clock: clock)
        let entries = (1...3).map { LogEntry(sender: "w", number: $0, type: "notes", payload: []) }
        try await log.append(entries, to: "notes")
        return log
    }

    private func lane(
        _ receiver: CancellingReceiver, _ group: GroupName? = nil, _ options: BridgeOptions = BridgeOptions()
    ) -> IncomingLane {
        let lane = IncomingLane("notes", group, from: .live, to: receiver, reader: "r", options)
        lane.position.withLock { $0.begin(after: 0) }
        return lane
    }

    private func run(_ lane: IncomingLane, _ log: any MessageLog) async {
        let time = Timekeeper(clock)
        let running = Task { await lane.run(log, Signal(), by: time) }
        _ = await result(of: running, clock)
    }

    @Test(arguments: [nil, "g"] as [GroupName?])
    func aTaskThatIsCancelledHandlesNoOtherEntry(_ group: GroupName?) async throws {
        let receiver = CancellingReceiver(lastCall: "1")
        let lane = lane(receiver, group)
        await run(lane, try await filledLog())
        #expect(receiver.calls.values == ["1"])
        #expect(lane.status.position == 1)
        #expect(!lane.status.isReading)
    }

    @Test func anotherReaderGoesOnAtOnceBehindOneThatEnds() async throws {
        let log = try await filledLog()
        await run(lane(CancellingReceiver(lastCall: "2"), "g"), log)
        let cursor = try await log.cursor(of: "g", in: "notes", for: "other", lease: .seconds(1))
        #expect(cursor?.position == 2)
    }

    @Test func theLastPageEndsWhenAllItsEntriesAreHandled() async throws {
        var options = BridgeOptions()
        options.batchSize = 1
        let receiver = CancellingReceiver(lastCall: "end")
        await run(lane(receiver, nil, options), try await filledLog())
        #expect(receiver.calls.values == ["1", "2", "3", "end"])
    }

    @Test func aPositionIsStoredAlthoughALaterEntryCannotBeHandled() async throws {
        let stored = Recording<UInt64>()
        let log = HookedLog(try await filledLog()) { call in
            if case .store(let position) = call { stored.append(position) }
        }
        let lane = lane(CancellingReceiver(lastCall: "never", failingPosition: 2), "g")
        let time = Timekeeper(clock)
        let running = Task<Void, any Error> { await lane.run(log, Signal(), by: time) }
        await wait(clock) { !stored.values.isEmpty }
        #expect(stored.values == [1])
        try await end(running)
    }

    @Test func aReaderAsksSeveralTimesInTheLeaseOfAnother() async throws {
        let clock = RecordingClock()
        let log = FaultyLog(LoopbackLog(clock: clock))
        _ = try await log.cursor(of: "g", in: "notes", for: "other", lease: .seconds(1_000))
        var options = BridgeOptions()
        options.lease = .seconds(2)
        let lane = lane(CancellingReceiver(lastCall: "never"), "g", options)
        lane.position.withLock { $0.note("an error") }
        let time = Timekeeper(clock)
        let running = Task<Void, any Error> { await lane.run(log, Signal(), by: time) }
        await wait { !clock.pauses.values.isEmpty }
        #expect(clock.pauses.values == [.milliseconds(500)])
        #expect(lane.status.failure == nil)
        try await end(running)
    }
}
