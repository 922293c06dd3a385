import Dispatchers
import Foundation
import Synchronization
import Testing

/// Registrations that are made and cancelled while a state handler or a receiver of a call runs.
@Suite("Memory reclamation during long deliveries of states and calls", .serialized) struct ReclaimingTests {
    /// An object that counts its living instances.
    private final class Token: Sendable {
        private static let count = Atomic(0)
        static var alive: Int { count.load(ordering: .relaxed) }
        init() { Self.count.wrappingAdd(1, ordering: .relaxed) }
        deinit { Self.count.wrappingSubtract(1, ordering: .relaxed) }
    }

    private protocol Receiver: Sendable { func receive() }

    private final class Holder: Receiver {
        private let hold: @Sendable () -> Void
        init(_ hold: @escaping @Sendable () -> Void) { self.hold = hold }
        func receive() { hold() }
    }

    private final class Visitor: Receiver {
        private let token = Token()
        func receive() {}
    }

    /// Runs a closure while another thread is blocked inside `run`.
    private func whileHolding(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, _ body: () -> Void) {
        let (begun, mayEnd, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            run {
                begun.signal()
                mayEnd.wait()
            }
            ended.signal()
        }
        begun.wait()
        body()
        mayEnd.signal()
        ended.wait()
    }

    enum Way: String, CaseIterable, Sendable { case set, update, waiting }

    @Test(
        "C19: Observations cancelled while a state handler runs are released before it returns",
        arguments: Way.allCases)
    func states(_ way: Way) {
        let center = ObserverCenter()
        let before = Token.alive
        whileHolding { hold in
            let registration = center.observe(.volume, options: .skipsCurrent) { change in
                // The second change waits until the first one is delivered.
                if way == .waiting, change.new == 1 { center.set(.volume, to: 2) }
                if way != .waiting || change.new == 2 { hold() }
            }
            if way == .update { center.update(.volume) { $0 += 1 } } else { center.set(.volume, to: 1) }
            registration.cancel()
        } _: {
            for _ in 0..<3_000 {
                let token = Token()
                center.observe(.volume, options: .skipsCurrent) { _ in withExtendedLifetime(token) {} }.cancel()
                center.observe(.name, options: .skipsCurrent) { _ in withExtendedLifetime(token) {} }.cancel()
            }
            #expect(Token.alive - before < 200)
        }
        #expect(Token.alive == before)
    }

    @Test("C19: Registrations cancelled while a call's receiver runs are released before it returns") func calls() {
        let center = ProtocolDispatcherCenter()
        let before = Token.alive
        whileHolding { hold in
            let holder = Holder(hold)
            let registration = center.register((any Receiver).self) { holder }
            center.dispatch((any Receiver).self) { $0.receive() }
            registration.cancel()
        } _: {
            for _ in 0..<3_000 {
                center.register((any Receiver).self) { [visitor = Visitor()] in visitor }.cancel()
            }
            #expect(Token.alive - before < 200)
        }
        #expect(Token.alive == before)
    }
}
