import Dispatchers
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
