import Dispatchers
package import ShopKit

/// Records the steps of each request in the states of its visit, where no other visit reads them.
package struct StepRecorder: Sendable {
    /// The requests of one action that are kept: a page may lead on and on.
    private static let requestLimit = 3

    private let trace: Trace

    /// Starts the trace of a shop.
    ///
    /// Only names are recorded, and no values.
    package init(of shop: Shop) {
        trace = shop.trace
        trace.start()
    }

    /// Records what a body leads to.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - path: The path of the request.
    ///   - visit: The visit of the request.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: Opens the path.
    /// - Returns: The result of the body.
    package func record<Result: Sendable>(
        _ method: String, _ path: String, in visit: Visit, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        let lastID = trace.lastID
        var context: TraceContext?
        let result = try await trace.span("\(method) \(path)", fileID: fileID, line: line) {
            context = trace.context
            return try await body()
        }
        let step = context.map { steps(of: $0, after: lastID, "\(method) \(path)", at: "\(fileID):\(line)") }
        keep(step, of: path, in: visit)
        return result
    }

    /// Notes the path that the answer to the last request leads to.
    ///
    /// A request for that path belongs to the same action.
    package func lead(to path: String?, in visit: Visit) {
        visit.states.update(.lastAction) { $0.next = path }
    }

    private func steps(of context: TraceContext, after id: UInt64, _ request: String, at location: String) -> Step {
        // Only what began after the request can be its effect.
        let events = trace.events(after: id)
        guard let root = events.firstIndex(where: { $0.context == context }) else {
            return Step(overwritten: request, at: location)
        }
        return StepTree(of: events[root...]).step(of: events[root])
    }

    private func keep(_ step: Step?, of path: String, in visit: Visit) {
        // The trace may be stopped: by an inspector, whose pages have a button for it.
        guard let step else {
            visit.states.set(.lastAction, to: Action())
            return
        }
        visit.states.update(.lastAction) { action in
            if action.next != path { action.requests = [] }
            action.requests = (action.requests + [step]).suffix(Self.requestLimit)
            action.next = nil
        }
    }
}
