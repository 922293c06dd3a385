import Testing

@testable import Bridging

struct SharedStateMachineTests {
    private var machine = SharedStateMachine()

    private func other(_ number: UInt64) -> StoredEntry {
        StoredEntry(position: number, entry: LogEntry(sender: "other", number: number, type: "t", payload: []))
    }

    @Test mutating func valuesOfOthersAreSetWhileNothingIsAwaited() {
        #expect(machine.receiveOther(other(1)) == .set)
        machine.send(1)
        #expect(machine.receiveOther(other(2)) == .ignore)
        #expect(machine.receiveOwn(1) == .ignore)
        #expect(machine.receiveOther(other(3)) == .set)
        #expect(machine.pendingIgnored == nil)
    }

    @Test mutating func onlyTheLastOwnEntryEndsTheWait() {
        machine.send(1)
        machine.send(2)
        #expect(machine.receiveOwn(1) == .ignore)
        #expect(machine.receiveOther(other(1)) == .ignore)
        #expect(machine.receiveOwn(2) == .ignore)
        #expect(machine.pendingIgnored == nil)
    }

    @Test mutating func aValueThatWasOverwrittenIsSetAgain() {
        machine.send(1)
        machine.observeReceived()
        #expect(machine.receiveOwn(1) == .set)
    }

    @Test mutating func anOwnEntryThatNothingAwaitsIsSet() {
        #expect(machine.receiveOwn(7) == .set)
    }

    @Test mutating func theLastIgnoredEntryCountsWhenTheOwnOneIsRefused() {
        machine.send(1)
        #expect(machine.receiveOther(other(1)) == .ignore)
        #expect(machine.receiveOther(other(2)) == .ignore)
        #expect(machine.pendingIgnored == nil)
        machine.lose(1)
        #expect(machine.pendingIgnored == other(2))
        machine.dropIgnored()
        #expect(machine.pendingIgnored == nil)
    }

    @Test mutating func anIgnoredEntryIsForgottenAfterALaterOne() {
        machine.send(1)
        #expect(machine.receiveOther(other(1)) == .ignore)
        machine.lose(1)
        #expect(machine.receiveOther(other(2)) == .set)
        #expect(machine.pendingIgnored == nil)
    }

    @Test mutating func aRefusedEntryThatALaterOneFollowsIsStillWaitedFor() {
        machine.send(1)
        machine.send(2)
        machine.lose(1)
        #expect(machine.receiveOther(other(1)) == .ignore)
    }

    @Test(arguments: [false, true])
    func anEntryThatWasRemovedBeforeItWasReadIsNotAwaited(_ isSent: Bool) {
        var machine = SharedStateMachine()
        machine.send(1)
        machine.beginPage(isSent: isSent)
        #expect(machine.receiveOther(other(1)) == .ignore)
        machine.endLastPage()
        #expect(machine.pendingIgnored == (isSent ? other(1) : nil))
    }

    @Test mutating func anEntryThatIsSentWhileAPageIsReadIsAwaited() {
        machine.beginPage(isSent: true)
        machine.send(1)
        machine.endLastPage()
        #expect(machine.receiveOther(other(1)) == .ignore)
    }
}
