import DispatchersTesting
import Synchronization
import Testing

@testable import Bridging

/// A cursor whose answers a test chooses.
private final class FakeCursor: LogCursor {
    let position: UInt64 = 0
    let stored = Recording<UInt64>()
    let renewals = Atomic(0)

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
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

@Suite(.timeLimit(.minutes(10)))
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

    @Test func aPositionIsStoredOnce() async throws {
        let log = FakeCursor()
        let cursor = held(log)
        for position in [0, 3, 3, 2, 3] as [UInt64] { try await cursor.store(position, options) }
        #expect(log.stored.values == [3, 2, 3])
    }

    @Test func aReleasedCursorIsNotHeld() async throws {
        let cursor = held(FakeCursor())
        try await cursor.release()
        #expect(!cursor.isHeld)
    }

    @Test func theLeaseIsRenewedUntilTheLogLosesIt() async {
        let log = FakeCursor()
        let cursor = held(log)
        let renewing = Task { await cursor.keepRenewing() }
        for count in 1...10 {
            await wait { clock.sleeperCount == 1 }
            clock.pass(.seconds(3))
            await wait { log.renewals.load(ordering: .relaxed) == count }
        }
        #expect(cursor.isHeld)
        log.failure.withLock { $0 = LogCursorLost() }
        await wait { clock.sleeperCount == 1 }
        clock.pass(.seconds(3))
        _ = await result(of: renewing)
        #expect(!cursor.isHeld)
    }

    @Test func aStoreIsRepeatedWhileTheCursorIsHeld() async throws {
        let log = FakeCursor()
        log.failure.withLock { $0 = LogFaultError() }
        let cursor = held(log)
        let storing = Task { try await cursor.store(3, options) }
        await wait { clock.sleeperCount == 1 }
        log.failure.withLock { $0 = nil }
        clock.pass(options.retrying.lowerBound)
        try await result(of: storing)?.get()
        #expect(log.stored.values == [3])
        log.failure.withLock { $0 = LogFaultError() }
        let late = Task { try await cursor.store(4, options) }
        await wait { clock.sleeperCount == 1 }
        clock.pass(.seconds(30))
        await #expect(throws: LogFaultError.self) { try await result(of: late)?.get() }
    }
}
