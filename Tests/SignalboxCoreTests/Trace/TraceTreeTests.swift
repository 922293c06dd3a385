import SignalboxCore
import Testing

@Suite("The tree of a trace") struct TraceTreeTests {
    /// A trace of a chain of events, each the cause of the next.
    private func chain(of count: Int) -> Trace {
        let trace = Trace(capacity: count) { .zero }
        trace.start()
        var cause: Trace.Cause?
        for number in 0..<count {
            let event = TraceEvent(.span, of: "\(number)", at: SourceLocation())
            cause = trace.begin(event, because: cause)
        }
        return trace
    }

    private func indentation(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    @Test("Each event is indented below its cause") func indents() {
        let lines = chain(of: 3).tree.split(separator: "\n")
        #expect(lines.map(indentation) == [0, 2, 4])
    }

    @Test("A line beyond the deepest indentation has its depth") func statesDepth() {
        let lines = chain(of: 70).tree.split(separator: "\n")
        #expect(lines.map(indentation).max() == 128)
        #expect(lines[64].dropFirst(128).hasPrefix("span 64"))
        #expect(lines[69].dropFirst(128).hasPrefix("(depth 69) span 69"))
    }

    @Test("The text of a long chain grows in proportion to its length") func growsLinearly() {
        let length = chain(of: 2_000).tree.utf8.count
        let doubled = chain(of: 4_000).tree.utf8.count
        #expect(Double(doubled) / Double(length) < 2.2)
    }
}
