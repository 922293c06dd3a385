import Bridging
import SignalboxCore

enum ContextLaw {
    static func check(_ text: String) throws(Violation) {
        guard let context = TraceContext(traceparent: text) else { return }
        let written = context.traceparent
        try Violation.unless(written.utf8.count == 55, "written as \(written)")
        try Violation.unless(
            text.utf8.dropFirst(2).starts(with: written.utf8.dropFirst(2).prefix(51)), "written as \(written)")
        try Violation.unless(TraceContext(traceparent: written) == context, "another context when it is read again")
    }
}
