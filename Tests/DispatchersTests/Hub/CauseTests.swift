import Dispatchers
import Testing

@Suite("Origins of messages") struct MessageOriginTests {
    private protocol Event: Sendable {}
    private struct Ping: Event { var number = 0 }
    private struct Pong: Event {}
    private actor Stock {
        func observe(_ center: MessageCenter, _ origins: Probe<[DeliveryStep]>) {
            center.observe(Ping.self, by: self) { _, _ in origins.report(center.origin) }
        }
    }

    private let center = MessageCenter()
    private let origins = Probe<[DeliveryStep]>()

    @Test("C23: The origin inside a handler has the location of the post, and is empty elsewhere") func location() {
        let registration = center.observe(Ping.self) { _ in origins.report(center.origin) }
        let posted = SourceLocation(line: #line + 1)
        center.post(Ping())
        #expect(origins.values.map { $0.map(\.location) } == [[posted]])
        #expect(origins.values.map { $0.map(\.what) } == [["Ping"]])
        #expect(center.origin.isEmpty)
        registration.cancel()
    }

    @Test("C23: A step is a sentence with its kind, its subject and its source location") func describesSteps() {
        let (states, calls, volume) = (ObserverCenter(), ProtocolDispatcherCenter(), StateKey("volume", default: 0))
        let caller = Caller { _ = center.post(Pong()) }
        let line = #line
        let registrations = [
            center.observe(Pong.self) { _ in origins.report(center.origin) },
            center.observe(Ping.self) { _ in states.set(volume, to: 7) },
            states.observe(volume, options: .skipsCurrent) { _ in calls.dispatch((any Calling).self) { $0.call() } },
            calls.register((any Calling).self) { caller },
        ]
        center.post(Ping())
        let file = #fileID
        #expect(
            origins.values.first?.map(\.description) == [
                "the post of Ping at \(file):\(line + 7)", "the set of “volume” at \(file):\(line + 3)",
                "the call of Calling at \(file):\(line + 4)", "the post of Pong at \(file):\(line - 1)",
            ])
        #expect(origins.values.first?.map(\.kind) == [.post, .set, .call, .post])
        withExtendedLifetime(registrations) {}
    }

    @Test("C23: The origin is a chain through messages, states, calls and centers") func chains() {
        let (other, states, calls) = (MessageCenter(), ObserverCenter(), ProtocolDispatcherCenter())
        let volume = StateKey("volume", default: 0)
        let caller = Caller { _ = center.post(Ping(number: 3)) }
        let registrations = [
            other.observe(Pong.self) { _ in _ = center.post(Ping(number: 1)) },
            center.observe(Ping.self) { ping in
                if ping.number == 1 { center.post(Ping(number: 2)) }
                if ping.number == 2 { states.set(volume, to: 7) }
                if ping.number == 3 { origins.report(center.origin) }
            },
            states.observe(volume, options: .skipsCurrent) { _ in calls.dispatch((any Calling).self) { $0.call() } },
            calls.register((any Calling).self) { caller },
        ]
        other.post(Pong())
        #expect(origins.values.first?.map(\.what) == ["Pong", "Ping", "Ping", "volume", "Calling", "Ping"])
        for registration in registrations { registration.cancel() }
    }

    private protocol Calling: Sendable { func call() }
    private struct Caller: Calling {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        func call() { body() }
    }

    @Test("C23: The origin is available in asynchronous handlers and on actors, across a post between them")
    func onActorsAndAsynchronously() async {
        let stock = Stock()
        await stock.observe(center, origins)
        let registration = center.observe(Pong.self) { (_: Pong) async in
            await Task.yield()
            #expect(center.origin.last?.what == "Pong")
            center.post(Ping())
        }
        center.post(Pong())
        #expect(await origins.values(1).first?.map(\.what) == ["Pong", "Ping"])
        registration.cancel()
    }

    @Test("C22: A cycle through messages and states is refused at the limit and reported once") func cycles() {
        let failures = Probe<DeliveryFailure>()
        let center = MessageCenter(cycleLimit: 10, onError: { failures.report($0) })
        let (states, volume) = (ObserverCenter(), StateKey("volume", default: 0))
        let registrations = [
            center.observe(Ping.self) { states.set(volume, to: $0.number) },
            states.observe(volume, options: .skipsCurrent) { _ = center.post(Ping(number: $0.new + 1)) },
        ]
        center.post(Ping(number: 1))
        let chain = (failures.values.first?.error as? DeliveryCycle)?.chain.map(\.what)
        #expect(failures.values.count == 1)
        #expect(chain?.count == 13)
        #expect(chain?.prefix(3) == ["Ping", "volume", "Ping"])
        for registration in registrations { registration.cancel() }
    }
}

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
        #expect(text.hasPrefix("the post of Pong at \(#fileID):"))
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
