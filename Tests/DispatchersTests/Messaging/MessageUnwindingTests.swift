import AllocationCounter
import Dispatchers
import Testing

/// A handler is left without returning, as by an exception of Objective-C or C++, which runs no code of Swift on its way.
@Suite("Handlers that are left by an exception") struct MessageUnwindingTests {
    private struct Ping: Sendable { var number = 0 }
    private struct Pong: Sendable {}
    private final class Cart: Sendable {}

    private let center = MessageCenter()
    private let received = Probe<Int>()

    /// Runs something that a handler leaves, with what the frames on the way hold.
    private func leaving(_ body: @escaping () -> Void) -> Bool {
        withUnsafePointer(to: body) { body in
            runUntilJump(
                { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, UnsafeMutableRawPointer(mutating: body))
        }
    }

    /// Goes deeper into the stack before it does something.
    @inline(never)
    private func deep(_ depth: Int, _ body: () -> Void) {
        if depth > 0 { deep(depth - 1, body) } else { body() }
        withExtendedLifetime(depth) {}
    }

    private func observe() -> [Registration] {
        [
            center.observe(Ping.self, priority: 1) { if $0.number < 0 { leaveByJump() } },
            center.observe(Ping.self) { [received] in received.report($0.number) },
        ]
    }

    enum Way: String, CaseIterable, Sendable { case direct, aboutAnObject, reentrant, throughAnotherCenter }

    /// Posts a message whose handler leaves, in one of the ways in which messages are delivered.
    private func postAndLeave(_ way: Way) -> [Registration] {
        let (center, other) = (center, MessageCenter())
        var registrations: [Registration] = []
        let cart = way == .aboutAnObject ? Cart() : nil
        switch way {
        case .direct, .aboutAnObject: break
        case .reentrant: registrations = [center.observe(Pong.self) { _ in _ = center.post(Ping(number: -1)) }]
        case .throughAnotherCenter:
            registrations = [other.observe(Pong.self) { _ in _ = center.post(Ping(number: -1)) }]
        }
        if let cart { registrations = [center.observe(Ping.self, about: cart, priority: 2) { _ in }] }
        let isLeft = leaving {
            switch way {
            case .direct, .aboutAnObject: center.post(Ping(number: -1), about: cart)
            case .reentrant: center.post(Pong())
            case .throughAnotherCenter: other.post(Pong())
            }
        }
        #expect(isLeft)
        return registrations
    }

    @Test("the next posts are delivered", arguments: Way.allCases) func nextPosts(_ way: Way) {
        let registrations = observe()
        center.post(Ping(number: 0))
        let others = postAndLeave(way)
        for number in 1...3 { center.post(Ping(number: number)) }
        #expect(received.values == [0, 1, 2, 3])
        #expect(registrations.count + others.count >= 2)
    }

    @Test(
        "so are posts from deeper inside, in order, when the next one comes from further out", arguments: Way.allCases)
    func deeperPosts(_ way: Way) {
        let registrations = observe()
        let others = postAndLeave(way)
        for number in 1...3 { deep(200) { center.post(Ping(number: number)) } }
        center.post(Ping(number: 4))
        #expect(received.values == [1, 2, 3, 4])
        #expect(registrations.count + others.count >= 2)
    }

    @Test("what is cancelled after that is released", arguments: Way.allCases) func released(_ way: Way) {
        let registrations = observe()
        let gone = Probe<Int>()
        var canary: Canary? = Canary { gone.report(1) }
        let registration = center.observe(Ping.self, priority: -1) { [canary] _ in withExtendedLifetime(canary) {} }
        canary = nil
        let others = postAndLeave(way)
        center.post(Ping(number: 1))
        #expect(gone.values.isEmpty)
        registration.cancel()
        #expect(gone.values == [1])
        #expect(registrations.count + others.count >= 2)
    }

    @Test("a handler of one center that catches it goes on, and so does its message") func caught() {
        let other = MessageCenter()
        let registrations = observe()
        let others = [
            other.observe(Pong.self) { [center] _ in
                #expect(leaving { _ = center.post(Ping(number: -1)) })
                center.post(Ping(number: 1))
            },
            other.observe(Pong.self) { [received] _ in received.report(2) },
        ]
        other.post(Pong())
        #expect(received.values == [1, 2])
        #expect(registrations.count + others.count == 4)
    }
}
