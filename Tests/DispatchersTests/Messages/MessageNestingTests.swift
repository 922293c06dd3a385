import Dispatchers
import Foundation
import Testing

@Suite("Messages posted inside other deliveries") struct MessageNestingTests {
    private struct Burst: Sendable {}
    private struct Ping: Sendable { var number = 0 }
    private struct Echo: Sendable {}
    private struct Kept: Sendable {}
    private protocol Saying: Sendable { func say() }
    private struct Sayer: Saying { func say() {} }

    @Test("C9: Each center counts its own dropped reentrant posts") func drops() {
        @Sendable func counts(_ excess: Int) -> [Int] {
            let failures = Probe<DeliveryFailure>()
            let center = MessageCenter(onError: { failures.report($0) })
            let registration = center.observe(Burst.self) { _ in
                for number in 0..<(65_536 + excess) { center.post(Ping(number: number)) }
            }
            center.post(Burst())
            registration.cancel()
            return failures.values.compactMap { ($0.error as? QueueOverflow)?.count }
        }
        // A new thread, on which nothing was delivered before.
        let result = Slot<[[Int]]>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            result.value = [counts(2), counts(1)]
            done.signal()
        }
        thread.start()
        done.wait()
        #expect(result.value == [[1, 2], [1]])
    }

    @Test(
        "C7: A message posted during a replay inside a handler is delivered after the current message",
        arguments: [false, true])
    func replayInOther(isThroughOther: Bool) {
        let center = MessageCenter()
        let other = ProtocolDispatcherCenter()
        let log = Probe<String>()
        center.retain(last: 1, of: Kept.self)
        center.post(Kept())
        let keep = Probe<Registration>()
        let register = other.register((any Saying).self) { Sayer() }
        let observe: @Sendable () -> Void = {
            keep.report(center.observe(Kept.self) { _ in center.post(Echo()) })
        }
        let all = [
            center.observe(Burst.self, priority: 1) { _ in
                if isThroughOther { other.dispatch((any Saying).self) { _ in observe() } } else { observe() }
            },
            center.observe(Burst.self) { _ in log.report("second") },
            center.observe(Echo.self) { _ in log.report("echo") },
        ]
        center.post(Burst())
        #expect(log.values == ["second", "echo"])
        withExtendedLifetime((all, register)) {}
    }

    @Test(
        "C7: A message posted during a publication is delivered after all observers received the published one",
        arguments: 0..<20)
    func publishing(round: Int) async {
        let center = MessageCenter()
        let log = Probe<String>()
        let all = [
            center.observe(Burst.self) { _ in center.post(Ping()) },
            center.observe(Ping.self) { _ in
                center.post(Echo())
                log.report("ping")
            },
            center.observe(Echo.self) { _ in log.report("echo") },
            center.observe((any Sendable).self) { message in log.report("any \(type(of: message))") },
        ]
        await center.publish(Burst())
        #expect(log.values == ["any Burst", "ping", "any Ping", "echo", "any Echo"])
        withExtendedLifetime(all) {}
    }

    @Test("C7: A message posted by the dead letter handler is delivered after the current message")
    func deadLetterInOther() {
        let log = Probe<String>()
        let holder = CenterHolder()
        let center = MessageCenter(onDeadLetter: { failure in
            if failure.message is Kept { holder.value?.post(Echo()) }
        })
        holder.value = center
        let other = ProtocolDispatcherCenter()
        center.retain(last: 1, of: Kept.self)
        center.post(Kept())
        let register = other.register((any Saying).self) { Sayer() }
        let all = [
            center.observe(Burst.self, priority: 1) { _ in
                other.dispatch((any Saying).self) { _ in center.retain(last: 0, of: Kept.self) }
            },
            center.observe(Burst.self) { _ in log.report("second") },
            center.observe(Echo.self) { _ in log.report("echo") },
        ]
        center.post(Burst())
        #expect(log.values == ["second", "echo"])
        withExtendedLifetime((all, register)) {}
    }

    @Test("C13: A retained message without a receiver is a dead letter when its center closes") func closing() {
        let letters = Probe<String>()
        let center = MessageCenter(onDeadLetter: { letters.report($0.what) })
        center.retain(last: 1, of: Kept.self)
        center.post(Kept())
        center.close()
        #expect(letters.values == ["Kept"])
    }

    @Test("C6: Messages published by tasks of one actor are queued in the order of the tasks", arguments: 0..<100)
    @MainActor func publishers(_ round: Int) async {
        let started = Probe<Int>()
        let keyed = Probe<Int>()
        let center = MessageCenter()
        let pings = center.messages(
            of: Ping.self,
            buffer: .suspend(beyond: 1).coalescing { ping in
                keyed.report(ping.number)
                return ping.number
            })
        let tasks = (0..<12).map { number in
            Task { @MainActor in
                started.report(number)
                _ = await center.publish(Ping(number: number))
            }
        }
        for _ in 0..<400 where keyed.values.count < 12 { await Task.yield() }
        #expect(started.values == Array(0..<12))
        #expect(keyed.values == Array(0..<12))
        for task in tasks { task.cancel() }
        withExtendedLifetime(pings) {}
    }
}
