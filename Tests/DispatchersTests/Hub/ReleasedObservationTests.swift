import Dispatchers
import Foundation
import Observation
import Testing

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
