public import Dispatchers

extension Pointcut {
    /// Records each call as an event of a trace, while that is on.
    ///
    /// - Parameters:
    ///   - trace: Where the events go.
    ///   - fileID: Where the hook is written; leave it to the compiler.
    ///   - line: Where the hook is written; leave it to the compiler.
    /// - Returns: What keeps the hook in place.
    public func tracing(
        in trace: Trace = .shared, fileID: StaticString = #fileID, line: Int = #line
    ) -> Registration {
        let hooked = SourceLocation(fileID: fileID, line: line)
        return around(fileID, line) { call in
            let name = "\(call.place.target).\(call.name)"
            guard let event = trace.begin(Trace.Subject(.hook, of: name, at: call.place.location, to: hooked)) else {
                return nil
            }
            return { outcome in
                switch outcome {
                case .success: trace.end(event, .done)
                case .failure(let error): trace.end(event, .failed("\(error)"))
                }
            }
        }
    }
}
