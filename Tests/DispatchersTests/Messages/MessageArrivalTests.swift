import Dispatchers
import Testing

/// Asynchronous handlers whose observation ends while they wait for their busy actor.
@Suite("Asynchronous handlers that wait for a busy actor", .serialized) struct MessageArrivalTests {
    private struct Ping: Sendable {}
    private final class Screen: Sendable {}

    enum End: String, CaseIterable, Sendable {
        case cancelling, releasing, cancellingByOwner, closing, closingTheParent
    }
    enum Sending: String, CaseIterable, Sendable { case post, publish }

    private let called = Probe<String>()
    private let served = Probe<Int>()
    private let parent: MessageCenter
    private let center: MessageCenter

    init() {
        parent = MessageCenter(onError: { _ in })
        center = MessageCenter(parent: parent)
    }

    /// Adds a handler without an actor and with a higher priority.
    ///
    /// After its call, the other handler waits for its actor.
    private nonisolated func observeElsewhere(_ center: MessageCenter) -> Registration {
        center.observe(Ping.self, priority: 1) { (_: Ping) async in served.report(1) }
    }

    private nonisolated func send(_ sending: Sending) -> Task<DeliveryReport?, Never> {
        if sending == .post {
            center.post(Ping())
            return Task.detached { nil }
        }
        return Task.detached { [center] in await center.publish(Ping()) }
    }

    private func end(_ end: End, _ registration: inout Registration?, _ owner: some AnyObject & Sendable) {
        switch end {
        case .cancelling: registration?.cancel()
        case .releasing: registration = nil
        case .cancellingByOwner: center.cancel(by: owner)
        case .closing: center.close()
        case .closingTheParent: parent.close()
        }
    }

    @Test(
        "C4, C21: An asynchronous handler is not called if its observation ends before it runs on the main actor",
        arguments: End.allCases, Sending.allCases)
    @MainActor func endsBeforeMainActor(_ ending: End, _ sending: Sending) async {
        let screen = Screen()
        var registration: Registration?
        if ending == .cancellingByOwner {
            center.observe(Ping.self, by: screen) { @MainActor (_, _: Ping) async in called.report("called") }
        } else {
            registration = center.observe(Ping.self) { @MainActor (_: Ping) async in called.report("called") }
        }
        let elsewhere = observeElsewhere(center)
        let sent = send(sending)
        spin { served.values.count == 1 }
        spinForAWhile()
        end(ending, &registration, screen)
        let report = await sent.value
        await registration?.cancelAndDrain()
        for _ in 0..<50 { await Task.yield() }
        #expect(called.values.isEmpty)
        #expect(report?.failed.isEmpty ?? true)
        if sending == .publish { #expect((report?.delivered ?? 0) <= 1, "only the other handler is counted") }
        elsewhere.cancel()
    }

    private actor Stock {
        private let called: Probe<String>
        init(_ called: Probe<String>) { self.called = called }

        func observe(_ center: MessageCenter) {
            center.observe(Ping.self, by: self) { (stock: isolated Stock, _: Ping) async in
                stock.called.report("called")
            }
        }

        /// Blocks the actor while the handler waits for it.
        func hold(_ center: MessageCenter, _ arrives: () -> Void, isCancelled: Bool) {
            center.post(Ping())
            arrives()
            if isCancelled { center.cancel(by: self) } else { center.close() }
        }
    }

    @Test(
        "C4, C21: An asynchronous handler is not called if its observation ends before it runs on its actor",
        arguments: [true, false])
    func endsBeforeActor(isCancelled: Bool) async {
        let stock = Stock(called)
        await stock.observe(center)
        let elsewhere = observeElsewhere(center)
        let served = served
        await stock.hold(
            center,
            {
                spin { served.values.count == 1 }
                spinForAWhile()
            }, isCancelled: isCancelled)
        for _ in 0..<100 { await Task.yield() }
        #expect(called.values.isEmpty)
        elsewhere.cancel()
    }

    @Test("C4: An asynchronous handler that was called on the main actor releases its owner") @MainActor
    func releasesOwner() async {
        var screen: Screen? = Screen()
        weak let weakScreen = screen
        if let screen {
            center.observe(Ping.self, by: screen) { @MainActor (_, _: Ping) async in called.report("called") }
        }
        #expect(await center.publish(Ping()).delivered == 1)
        #expect(called.values == ["called"])
        screen = nil
        #expect(weakScreen == nil)
    }
}
