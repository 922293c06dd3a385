import Dispatchers
import Foundation
import Testing

/// The numbers of waiting and dropped values in observation lists, and the work that settling waits for.
@Suite("Counts of waiting and dropped values") struct MessageCountTests {
    private struct Ping: Sendable { var number = 0 }
    private protocol Shop: Sendable { func sell() }

    private let center = MessageCenter(onError: { _ in })
    private let calls = ProtocolDispatcherCenter(queueLimit: 2, onError: { _ in })
    private let states = ObserverCenter(queueLimit: 2, onError: { _ in })

    private final class Stand: Shop { func sell() {} }

    @Test("C9: An observation counts the messages that wait for its actor and those its queue dropped") @MainActor
    func messagesForAnActor() async {
        let registration = center.observe(Ping.self) { @MainActor _ in }
        let isPosted = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [center] in
            for number in 0..<65_540 { center.post(Ping(number: number)) }
            isPosted.signal()
        }
        isPosted.wait()
        #expect(center.observations.map(\.waiting) == [65_536])
        #expect(center.observations.map(\.dropped) == [4])
        registration.cancel()
    }

    @Test("C9: A registration counts the calls that wait for its actor and those its queue dropped") @MainActor
    func callsForAnActor() async {
        let stand = Stand()
        let registration = calls.register((any Shop).self) { @MainActor in stand }
        let isCalled = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [calls] in
            for _ in 0..<5 { calls.dispatch((any Shop).self) { $0.sell() } }
            isCalled.signal()
        }
        isCalled.wait()
        #expect(calls.observations.map(\.waiting) == [2])
        #expect(calls.observations.map(\.dropped) == [3])
        registration.cancel()
    }

    @Test("C9: Each observation counts the changes merged at the center's queue limit") func mergedChanges() {
        let states = states
        let registrations = [
            states.observe(.volume, options: .skipsCurrent) { change in
                if change.new == 1 { for number in 2...6 { states.set(.volume, to: number) } }
            },
            states.observe(.volume, options: .skipsCurrent) { _ in },
        ]
        states.set(.volume, to: 1)
        #expect(states.observations.map(\.dropped) == [3, 3])
        withExtendedLifetime(registrations) {}
    }

    @Test("A sequence of values counts its waiting and its replaced values") func valuesOfASequence() async {
        let values = states.values(of: .volume)
        for number in 6...8 { states.set(.volume, to: number) }
        #expect(states.observations.map(\.waiting) == [1])
        #expect(states.observations.map(\.dropped) == [3])
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 8)
        #expect(states.observations.map(\.waiting) == [0])
    }

    @Test("Settling waits for a running asynchronous handler whose registration was cancelled")
    func settlesCancelledHandlers() async throws {
        let (began, mayEnd, ended) = (Probe<Bool>(), Latch(), Probe<Bool>())
        let registration = center.observe(Ping.self) { (_: Ping) async in
            began.report(true)
            await mayEnd.wait()
            ended.report(true)
        }
        center.post(Ping())
        _ = await began.values(1)
        registration.cancel()
        let settling = Task { [center] in
            await settle([center])
            return ended.values
        }
        for _ in 0..<100 { await Task.yield() }
        mayEnd.open()
        #expect(await settling.value == [true])
    }
}
