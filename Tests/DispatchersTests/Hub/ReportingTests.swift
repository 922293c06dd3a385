import Dispatchers
import DispatchersTesting
import Foundation
import Observation
import Testing

@Suite("Reports without a handler") struct DefaultLogTests {
    private struct Failure: Error {}
    private struct Ping: Sendable {}
    private struct Pong: Sendable {}

    private let lines = Probe<String>()

    private func logging(_ body: () -> Void) {
        let lines = lines
        DefaultLog.$output.withValue(DefaultLog.Output { lines.report($0) }, operation: body)
    }

    @Test("Errors of one handler on one post are written once, twice, four times and so on, with both places")
    func errors() {
        let center = MessageCenter()
        let (observing, posting) = (#line + 1, #line + 3)
        let registration = center.observe(Ping.self) { _ in throw Failure() }
        logging {
            for _ in 1...1_000 { center.post(Ping()) }
        }
        #expect(lines.values.count == 10)
        let first =
            "the handler registered at \(#fileID):\(observing) failed on the Ping from \(#fileID):\(posting): Failure()"
        #expect(lines.values.first == first)
        #expect(lines.values.last == first + " (512 times by now; reported at 1, 2, 4, 8 …)")
        registration.cancel()
    }

    @Test("Errors of other places are written of their own")
    func places() {
        let center = MessageCenter()
        let registrations = [
            center.observe(Ping.self) { _ in throw Failure() },
            center.observe(Ping.self) { _ in throw Failure() },
        ]
        logging { center.post(Ping()) }
        #expect(lines.values.count == 2)
        for registration in registrations { registration.cancel() }
    }

    @Test("The first dead letter of a type is written, and the centers of one place share their count")
    func deadLetters() {
        logging {
            for _ in 1...8 {
                let center = MessageCenter()
                for _ in 1...100 { center.post(Ping()) }
                _ = MessageCenter(parent: center)
            }
        }
        let line = "nothing received Ping, posted at \(#fileID):\(#line - 4)"
        #expect(lines.values == [line] + [2, 4, 8].map { "\(line) (\($0) times by now; reported at 1, 2, 4, 8 …)" })
    }

    @Test("A dead letter is not written if the app has a handler, and a call without receivers is none")
    func handledDeadLetters() {
        let letters = Probe<DeliveryFailure>()
        let center = MessageCenter(onDeadLetter: { letters.report($0) })
        let calls = ProtocolDispatcherCenter()
        logging {
            for _ in 1...3 { center.post(Pong()) }
            calls.dispatch((any Sendable).self) { _ in }
        }
        #expect(letters.values.count == 3)
        #expect(lines.values.isEmpty)
    }

    @Test("States and calls write their errors as well")
    func otherCenters() {
        let states = ObserverCenter()
        let key = StateKey("count", default: 0)
        logging {
            states.update(key) { _ in states.set(key, to: 1) }
        }
        #expect(lines.values.count == 1)
        #expect(lines.values.first?.contains("count") == true)
    }

    @Test("Beyond a number of sources, reports are counted together")
    func limitOfSources() {
        var counts = ReportCounts()
        let location = SourceLocation()
        for number in 1...ReportCounts.limit {
            #expect(counts.add(ReportCounts.Source("\(number)", at: location)) == 1)
        }
        #expect(counts.add(ReportCounts.Source("1", at: location)) == 2)
        #expect(counts.add(ReportCounts.Source("another", at: location)) == 1)
        #expect(counts.add(ReportCounts.Source("one more", at: location)) == 2)
    }

    @Test("Values that a queue lost are written as often as the queue reports them") func overflows() {
        let center = MessageCenter()
        let pings = center.messages(of: Ping.self, buffer: .dropNewest(beyond: 1))
        logging {
            for _ in 1...33 { center.post(Ping()) }
        }
        let counts = [1, 2, 4, 8, 16, 32]
        #expect(lines.values.count == counts.count)
        for (line, count) in zip(lines.values, counts) { #expect(line.hasSuffix("has lost \(count) by now")) }
        withExtendedLifetime(pings) {}
    }
}

@Suite("Reports of reports, and inside an update") struct ReportCauseTests {
    private struct Failure: Error {}
    private struct Ping: Sendable {}

    /// Enough for a chain of reports without an end.
    private static let tooMany = 150

    private let failures = Probe<DeliveryFailure>()
    private let states: ObserverCenter
    private let messages: MessageCenter
    private let calls: ProtocolDispatcherCenter

    init() {
        let failures = failures
        states = ObserverCenter { failures.report($0) }
        messages = MessageCenter(onError: { failures.report($0) }, onDeadLetter: { _ in })
        calls = ProtocolDispatcherCenter { failures.report($0) }
    }

    /// Returns a center that posts a message with each report.
    private func postingCenter() -> MessageCenter {
        MessageCenter.holding { [failures] center in
            MessageCenter(onError: {
                failures.report($0)
                if failures.values.count < Self.tooMany { center.value?.post(Ping()) }
            })
        }
    }

    @Test("C12: A handler that throws on the post of its own report is reported once") func throwingHandlers() {
        let center = postingCenter()
        let registration = center.observe(Ping.self) { _ in throw Failure() }
        center.post(Ping())
        #expect(failures.values.count == 1)
        center.post(Ping())
        #expect(failures.values.count == 2)
        registration.cancel()
    }

    @Test("C12: An asynchronous handler that throws on the post of its own report is reported once")
    func throwingAsynchronousHandlers() async {
        let center = postingCenter()
        let calls = Probe<Int>()
        let registration = center.observe(Ping.self) { _ async throws in
            calls.report(1)
            throw Failure()
        }
        center.post(Ping())
        _ = await calls.values(2)
        await center.settled()
        #expect(failures.values.count == 1)
        registration.cancel()
    }

    @Test("C12: A receiver that throws on the call of its own report is reported once", arguments: [false, true])
    func throwingReceivers(isCollected: Bool) throws {
        let holder = Probe<ProtocolDispatcherCenter>()
        @Sendable func call() throws {
            guard let center = holder.values.first else { return }
            if !isCollected { return center.dispatch((any LoginObserver).self) { _ = try $0.check("1") } }
            try center.collect((any LoginObserver).self, .all, failing: .report) { try $0.check("1") }
        }
        let center = ProtocolDispatcherCenter { [failures] in
            failures.report($0)
            if failures.values.count < Self.tooMany { try? call() }
        }
        holder.report(center)
        let log = Log("log", Probe<String>(), isRefusing: true)
        let registration = center.register((any LoginObserver).self) { log }
        try call()
        #expect(failures.values.count == 1)
        registration.cancel()
    }

    @Test("C12: A report of a bridge that stems from a report is not made") func reportsOfBridges() {
        let holder = Probe<(MessageCenter, ObserverCenter)>()
        let report = { @Sendable (failure: DeliveryFailure) in
            failures.report(failure)
            guard failures.values.count < Self.tooMany else { return }
            for (messages, states) in holder.values {
                messages.report(Failure(), of: Ping.self, from: SourceLocation())
                states.report(Failure(), of: .volume)
            }
        }
        let messages = MessageCenter(onError: report)
        let states = ObserverCenter(onError: report)
        holder.report((messages, states))
        messages.report(Failure(), of: Ping.self, from: SourceLocation())
        #expect(failures.values.count == 1)
        states.report(Failure(), of: .volume)
        #expect(failures.values.count == 2)
        messages.close()
    }

    @Test("C12: Each report that is made inside an update waits for its end, since it may read the state")
    func insideAnUpdate() throws {
        let log = Log("log", Probe<String>(), isRefusing: true)
        let registrations = [
            messages.observe(Ping.self) { _ in throw Failure() },
            calls.register((any LoginObserver).self) { log },
        ]
        states.update(.volume) { volume in
            messages.post(Ping())
            calls.dispatch((any LoginObserver).self) { _ = try $0.check("1") }
            _ = try? calls.collect((any LoginObserver).self, .all, failing: .report) { try $0.check("2") }
            messages.report(Failure(), of: Ping.self, from: SourceLocation())
            states.report(Failure(), of: .name)
            #expect(failures.values.isEmpty)
            volume = 1
        }
        #expect(failures.values.count == 5)
        for registration in registrations { registration.cancel() }
    }

    @Test("A report consumes nothing of what it is about") func consuming() {
        let center = MessageCenter.holding { center in MessageCenter(onError: { _ in center.value?.consume() }) }
        let received = Probe<Int>()
        let registrations = [
            center.observe(Ping.self) { _ in throw Failure() },
            center.observe(Ping.self) { _ in received.report(1) },
        ]
        center.post(Ping())
        #expect(received.values == [1])
        for registration in registrations { registration.cancel() }
    }
}

#if DEBUG
    @MainActor @Observable private final class Screen { var title = "" }

    /// Registrations that are released where they are made, which builds for debugging report.
    @Suite("Observations that are released at once") struct ReleasedObservationTests {
        private struct Ping: Sendable {}

        private struct Question: Request {
            typealias Response = Int
        }

        private struct Log: LoginObserver { func didLogin(_ user: String) {} }

        private final class Keeper: Sendable {
            private let registration: Registration

            init(_ registration: Registration) { self.registration = registration }
        }

        private let failures = Probe<DeliveryFailure>()
        private let states: ObserverCenter
        private let messages: MessageCenter
        private let calls: ProtocolDispatcherCenter

        init() {
            let failures = failures
            states = ObserverCenter { failures.report($0) }
            messages = MessageCenter(onError: { failures.report($0) }, onDeadLetter: { _ in })
            calls = ProtocolDispatcherCenter { failures.report($0) }
        }

        private static func text(_ what: String, _ line: Int) -> String {
            "the observation of \(what) at \(#fileID):\(line) ended at once, since its registration was released: "
                + "store the registration, or name an owner with “by:”"
        }

        @Test("An observation of a state, a part, a message or a call that is released at once is reported")
        func everyKind() {
            let line = #line + 1
            _ = states.observe(.volume) { _ in }
            _ = states.observe(.basket[\.total]) { _ in }
            _ = messages.observe(Ping.self) { _ in }
            _ = messages.observe(Ping.self) { _ async in }
            _ = messages.respond(to: Question.self) { _ in 1 }
            _ = calls.register((any LoginObserver).self) { Log() }
            let names = ["volume", "basket.total", "Ping", "Ping", "Question", "LoginObserver"]
            let expected = names.enumerated().map { Self.text($1, line + $0) }
            #expect(failures.values.map { "\($0)" } == expected)
            #expect(failures.values.map { ($0.error as? ReleasedObservation)?.location.line } == Array(line..<line + 6))
            states.set(.volume, to: 1)
            #expect(failures.values.count == 6)
        }

        @Test("A property's observation that is released at once is reported") @MainActor func property() {
            let screen = Screen()
            _ = states.observe(\.title, of: screen) { _ in }
            #expect(failures.values.map { "\($0)" } == [Self.text("Screen", #line - 1)])
        }

        @Test("A registration that is cancelled, or released after a delivery or on another thread, is not reported")
        func normalEnds() async {
            states.observe(.volume) { _ in }.cancel()
            var kept: Registration? = states.observe(.volume) { _ in }
            states.set(.volume, to: 1)
            kept = nil
            kept = messages.observe(Ping.self) { _ in }
            messages.post(Ping())
            kept = nil
            kept = calls.register((any LoginObserver).self) { Log() }
            calls.dispatch((any LoginObserver).self) { $0.didLogin("Ada") }
            kept = nil
            var keeper: Keeper? = Keeper(states.observe(.name) { _ in })
            let passed = Probe<Keeper?>()
            passed.report(keeper.take())
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    _ = passed
                    continuation.resume()
                }
            }
            #expect(kept == nil && keeper == nil)
            #expect(failures.values.isEmpty)
            keeper = passed.values.first ?? nil
            states.set(.name, to: "Ada")
        }

        @Test("Sequences, observed states and observations that a center has ended are not reported")
        @MainActor func others() async {
            for await volume in states.values(of: .volume) where volume == 5 { break }
            _ = states.observed(.volume)
            _ = messages.messages(of: Ping.self)
            states.close()
            _ = states.observe(.volume) { _ in }
            #expect(failures.values.isEmpty)
        }

        @Test("A handler of failures that makes the same mistake is called once, and an update delays the report")
        func nested() {
            let holder = Probe<ObserverCenter>()
            let center = ObserverCenter { [failures] failure in
                failures.report(failure)
                for center in holder.values { _ = center.observe(.volume) { _ in } }
            }
            holder.report(center)
            center.update(.name) { name in
                _ = center.observe(.volume) { _ in }
                #expect(failures.values.isEmpty)
                name = "Ada"
            }
            #expect(failures.values.count == 1)
            center.close()
        }
    }
#endif
