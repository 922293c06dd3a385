import Dispatchers
import Testing

@Suite("Cycles of messages") struct MessageCycleTests {
    private struct Ping: Sendable {}
    private struct Pong: Sendable {}

    private let failures = Probe<DeliveryFailure>()
    private let received = Probe<String>()
    private let center: MessageCenter

    init() {
        let failures = failures
        center = MessageCenter(cycleLimit: 10, onError: { failures.report($0) })
    }

    @Test("C7: a cycle is refused at the limit, and the chain is reported") func cyclesAreRefused() {
        let registrations = [
            center.observe(Ping.self) { ping in center.post(Pong()) },
            center.observe(Pong.self) { _ in center.post(Ping()) },
        ]
        center.post(Ping())
        #expect(failures.values.count == 1)
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(cycle?.chain.count == 12)
        #expect(cycle?.chain.prefix(3).map(\.what) == ["Ping", "Pong", "Ping"])
        #expect(failures.values.first?.observedAt == nil)
        center.post(Ping())
        #expect(failures.values.count == 2, "the center works on")
        #expect(registrations.count == 2)
    }

    @Test("C7: the error handler may post when a cycle is refused, and is not called with what comes of it")
    func refusalsAreReportedOnce() {
        let center = MessageCenter.holding { [failures] center in
            MessageCenter(
                cycleLimit: 10,
                onError: {
                    failures.report($0)
                    center.value?.post(Pong())
                })
        }
        let registrations = [
            center.observe(Ping.self) { _ in center.post(Ping()) },
            center.observe(Pong.self) { _ in
                received.report("pong")
                center.post(Ping())
            },
        ]
        center.post(Ping())
        #expect(failures.values.count == 1)
        #expect(received.values == ["pong"])
        #expect(registrations.count == 2)
    }

    @Test("C7: what waited in a mailbox is no cause of what follows a later message") @MainActor
    func drainedMessagesAreNoCause() {
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in received.report("ping") },
            center.observe(Pong.self) { @MainActor _ in received.report("pong") },
            center.observe(Pong.self, priority: -1) { @MainActor _ in center.post(Pong()) },
        ]
        postFromNowhere()
        center.post(Pong())
        #expect(received.values.first == "ping")
        let chain = (failures.values.first?.error as? DeliveryCycle)?.chain.map(\.what)
        #expect(chain == Array(repeating: "Pong", count: 12))
        #expect(registrations.count == 3)
    }

    @Test("C7: a cycle across an actor is refused too") func cyclesAcrossActors() async {
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in center.post(Pong()) },
            center.observe(Pong.self) { _ in center.post(Ping()) },
        ]
        center.post(Ping())
        let cycle = await failures.values(1).first?.error as? DeliveryCycle
        #expect(cycle?.chain.map(\.what) == (0..<12).map { $0.isMultiple(of: 2) ? "Ping" : "Pong" })
        #expect(registrations.count == 2)
    }

    private nonisolated func postFromNowhere() { center.post(Ping()) }
}
