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

    @Test("C7: A cycle of posts is refused at the limit and reported with its chain") func cyclesAreRefused() {
        let registrations = [
            center.observe(Ping.self) { ping in center.post(Pong()) },
            center.observe(Pong.self) { _ in center.post(Ping()) },
        ]
        center.post(Ping())
        #expect(failures.values.count == 1)
        let cycle = failures.values.first?.error as? DeliveryCycle
        #expect(cycle?.chain.count == 12)
        #expect(cycle?.chain.prefix(3).map(\.what) == ["Ping", "Pong", "Ping"])
        #expect(cycle?.reason == .limit(10))
        let text = cycle?.description ?? ""
        #expect(text.hasPrefix("the post of Pong at DispatchersTests/MessageCycleTests.swift:"))
        #expect(text.contains(" was refused: 11 steps led to it, more than the center's cycle limit of 10 (… → "))
        #expect(text.hasSuffix("); end the chain, or create the center with a higher cycleLimit"))
        #expect(failures.values.first?.observedAt == nil)
        center.post(Ping())
        #expect(failures.values.count == 2, "the center keeps working")
        #expect(registrations.count == 2)
    }

    @Test("C7: A post of the error handler during the report of a cycle causes no further report")
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

    @Test("C7: A message drained from an actor queue is not a cause of messages posted later") @MainActor
    func drainedMessagesAreNoCause() {
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in received.report("ping") },
            center.observe(Pong.self) { @MainActor _ in received.report("pong") },
            center.observe(Pong.self, priority: -1) { @MainActor _ in center.post(Pong()) },
        ]
        postOffActor()
        center.post(Pong())
        #expect(received.values.first == "ping")
        let chain = (failures.values.first?.error as? DeliveryCycle)?.chain.map(\.what)
        #expect(chain == Array(repeating: "Pong", count: 12))
        #expect(registrations.count == 3)
    }

    @Test("C7: A cycle of posts across an actor is refused at the limit") func cyclesAcrossActors() async {
        let registrations = [
            center.observe(Ping.self) { @MainActor _ in center.post(Pong()) },
            center.observe(Pong.self) { _ in center.post(Ping()) },
        ]
        center.post(Ping())
        let cycle = await failures.values(1).first?.error as? DeliveryCycle
        #expect(cycle?.chain.map(\.what) == (0..<12).map { $0.isMultiple(of: 2) ? "Ping" : "Pong" })
        #expect(registrations.count == 2)
    }

    private nonisolated func postOffActor() { center.post(Ping()) }
}
