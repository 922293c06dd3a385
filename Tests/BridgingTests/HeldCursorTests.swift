import DispatchersTesting
import Synchronization
import Testing

@testable import Bridging

/// A cursor whose answers a test chooses.
private final class FakeCursor: LogCursor {
    let position: UInt64 = 0
    let stored = Recording<UInt64>()
    let renewals = Atomic(0)
    let calls = Atomic(0)

    /// The error of the next calls.
    let failure = Mutex<(any Error)?>(nil)

    /// Called in each call, such as to let time pass.
    let duringCall: @Sendable () -> Void

    init(duringCall: @escaping @Sendable () -> Void = {}) {
        self.duringCall = duringCall
    }

    func renew() async throws {
        renewals.add(1, ordering: .relaxed)
        try answer()
    }

    func store(_ position: UInt64) async throws {
        try answer()
        stored.append(position)
    }

    func release() async throws {
        try answer()
    }

    private func answer() throws {
        duringCall()
        calls.add(1, ordering: .relaxed)
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

struct HeldCursorTests {
    let clock = ManualClock()
    let options = BridgeOptions()

    private func held(_ cursor: FakeCursor) -> HeldCursor {
        let time = Timekeeper(clock)
        return HeldCursor(cursor, from: time.now(), for: .seconds(9), by: time)
    }

    @Test func aCursorIsLostWhenItsLeaseEnds() {
        let cursor = held(FakeCursor())
        clock.pass(.seconds(8))
        #expect(cursor.isHeld)
        clock.pass(.seconds(1))
        #expect(!cursor.isHeld)
    }

    @Test func theLeaseCountsFromBeforeTheCallThatExtendsIt() async throws {
        let cursor = held(FakeCursor { [clock] in clock.pass(.seconds(5)) })
        try await cursor.store(3, options)
        clock.pass(.seconds(3))
        #expect(cursor.isHeld)
        clock.pass(.seconds(1))
        #expect(!cursor.isHeld)
    }

    @Test func aHolderThatWasPausedForTheLeaseHasLostItsCursorForGood() async throws {
        let log = FakeCursor()
        let cursor = held(log)
        clock.pass(.seconds(9))
        // The log does not know yet that another reader could take it.
        try await cursor.store(3, options)
        #expect(!cursor.isHeld)
        await cursor.keepRenewing()
        #expect(log.renewals.load(ordering: .relaxed) == 0)
    }

    @Test func aCursorThatTheLogSaysIsLostIsLostAtOnce() async {
        let log = FakeCursor()
        log.failure.withLock { $0 = LogCursorLost() }
        let cursor = held(log)
        await #expect(throws: LogCursorLost.self) { try await cursor.store(3, options) }
        #expect(!cursor.isHeld)
    }

    @Test func aReleasedCursorIsNotHeld() async throws {
        let cursor = held(FakeCursor())
        try await cursor.release()
        #expect(!cursor.isHeld)
    }

    @Test(.timeLimit(.minutes(1))) func theLeaseIsRenewedUntilTheLogLosesIt() async {
        let log = FakeCursor()
        let cursor = held(log)
        let renewing = Task { await cursor.keepRenewing() }
        for _ in 1...10 { await clock.advance(by: .seconds(3)) }
        while log.renewals.load(ordering: .relaxed) < 10 { await Task.yield() }
        #expect(cursor.isHeld)
        log.failure.withLock { $0 = LogCursorLost() }
        await clock.advance(by: .seconds(3))
        await renewing.value
        #expect(!cursor.isHeld)
    }

    @Test(.timeLimit(.minutes(1))) func aStoreIsRepeatedWhileTheCursorIsHeld() async throws {
        let log = FakeCursor()
        log.failure.withLock { $0 = LogFaultError() }
        let cursor = held(log)
        let storing = Task { try await cursor.store(3, options) }
        while log.calls.load(ordering: .relaxed) == 0 { await Task.yield() }
        log.failure.withLock { $0 = nil }
        while log.stored.values.isEmpty {
            clock.pass(.milliseconds(10))
            await Task.yield()
        }
        try await storing.value
        #expect(log.stored.values == [3])
        log.failure.withLock { $0 = LogFaultError() }
        let late = Task { try await cursor.store(4, options) }
        await clock.advance(by: .seconds(30))
        await #expect(throws: LogFaultError.self) { try await late.value }
    }
}
