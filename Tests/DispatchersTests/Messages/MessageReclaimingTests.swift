import AllocationCounter
import Dispatchers
import Foundation
import Synchronization
import Testing

/// Registrations that are made and cancelled while one handler runs.
@Suite("Memory reclamation during a long handler", .serialized) struct MessageReclaimingTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Event {}
    private final class Screen: Sendable {}

    /// An object that counts its living instances.
    private final class Token: Sendable {
        private static let count = Atomic(0)
        static var alive: Int { count.load(ordering: .relaxed) }
        init() { Self.count.wrappingAdd(1, ordering: .relaxed) }
        deinit { Self.count.wrappingSubtract(1, ordering: .relaxed) }
    }

    private let center = MessageCenter()
    private let begun = DispatchSemaphore(value: 0)
    private let mayEnd = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// The way in which a message reaches the long handler.
    enum Running: String, CaseIterable, Sendable {
        case direct, asProtocol, aboutAnObject, reentrant, byAnOwner, published
    }

    /// Runs a body while a handler is running on another thread.
    private func whileRunning(_ running: Running, _ body: () -> Void) {
        let (center, begun, mayEnd, ended) = (center, begun, mayEnd, ended)
        let hold = { @Sendable in
            begun.signal()
            mayEnd.wait()
        }
        let screen = Screen()
        var registrations = (0..<3).map { _ in center.observe(Ping.self) { _ in } }
        switch running {
        case .direct, .published: registrations.append(center.observe(Ping.self) { _ in hold() })
        case .asProtocol: registrations.append(center.observe((any Event).self) { if $0 is Ping { hold() } })
        case .aboutAnObject: registrations.append(center.observe(Ping.self, about: screen) { _ in hold() })
        case .byAnOwner: center.observe(Ping.self, by: screen) { _, _ in hold() }
        case .reentrant:
            registrations.append(center.observe(Pong.self) { _ in _ = center.post(Ping()) })
            registrations.append(center.observe(Ping.self) { _ in hold() })
        }
        for _ in 0..<2 { center.observe(Pong.self) { _ in }.cancel() }
        Thread.detachNewThread {
            switch running {
            case .reentrant: center.post(Pong())
            case .published:
                let isDone = DispatchSemaphore(value: 0)
                Task.detached {
                    await center.publish(Ping())
                    isDone.signal()
                }
                isDone.wait()
            default: center.post(Ping(), about: screen)
            }
            ended.signal()
        }
        begun.wait()
        body()
        mayEnd.signal()
        ended.wait()
        withExtendedLifetime((registrations, screen)) {}
    }

    @Test(
        "C19: Handlers cancelled while another handler runs are released before it returns",
        arguments: Running.allCases)
    func cancelledHandlers(_ running: Running) {
        let before = Token.alive
        whileRunning(running) {
            var most = 0
            for _ in 0..<5_000 {
                let token = Token()
                center.observe(Ping.self) { _ in withExtendedLifetime(token) {} }.cancel()
                most = max(most, Token.alive - before)
            }
            #expect(most < 200)
            #expect(Token.alive - before < 200)
        }
        #expect(Token.alive == before)
    }

    @Test("C19: Handlers of another type that end while a handler runs are released before it returns")
    func cancelledHandlersOfAnotherType() {
        let before = Token.alive
        whileRunning(.direct) {
            for number in 0..<3_000 {
                let (token, screen) = (Token(), Screen())
                center.observe(Pong.self, by: screen, priority: number % 3) { _, _ in withExtendedLifetime(token) {} }
                center.post(Pong())
                if number % 2 == 0 { center.cancel(by: screen) }
            }
            center.post(Pong())
            #expect(Token.alive - before < 200)
        }
        #expect(Token.alive == before)
    }

    @Test(
        "C19: Handlers cancelled in a sliding window while a handler runs are released before it returns",
        arguments: [1, 5, 40])
    func slidingWindows(of size: Int) {
        let before = Token.alive
        whileRunning(.direct) {
            var window: [Registration] = []
            for _ in 0..<5_000 {
                let token = Token()
                window.append(center.observe(Ping.self) { _ in withExtendedLifetime(token) {} })
                if window.count > size { window.removeFirst().cancel() }
            }
            #expect(Token.alive - before < 200 + 4 * size)
            window = []
            #expect(Token.alive - before < 200 + 4 * size)
        }
        #expect(Token.alive == before)
    }

    @Test(
        "C19: Registering and cancelling while a handler runs does not grow memory",
        .enabled(if: bytesOfThisThread() >= 0, "bytes can be counted here"),
        arguments: Running.allCases)
    func memory(_ running: Running) {
        whileRunning(running) {
            for _ in 0..<500 { center.observe(Ping.self) { _ in }.cancel() }
            countBytesOfThisThread(true)
            let before = bytesOfThisThread()
            for _ in 0..<5_000 { center.observe(Ping.self) { _ in }.cancel() }
            #expect(bytesOfThisThread() - before < 50_000)
            countBytesOfThisThread(false)
        }
    }

    @Test("C4: cancelAndDrain() waits for the running handler after other registrations were cancelled")
    func draining() async {
        let drained = Probe<Int>()
        let own = Slot<Registration>()
        let (begun, mayEnd, isOver) = (Probe<Int>(), DispatchSemaphore(value: 0), Probe<Int>())
        own.value = center.observe(Ping.self) { _ in
            begun.report(1)
            mayEnd.wait()
            isOver.report(1)
        }
        Thread.detachNewThread { [center] in center.post(Ping()) }
        _ = await begun.values(1)
        for _ in 0..<1_000 { center.observe(Ping.self) { _ in }.cancel() }
        let draining = Task {
            await own.value?.cancelAndDrain()
            #expect(isOver.values == [1])
            drained.report(1)
        }
        for _ in 0..<50 { await Task.yield() }
        #expect(drained.values.isEmpty)
        mayEnd.signal()
        await draining.value
        #expect(drained.values == [1])
    }
}
