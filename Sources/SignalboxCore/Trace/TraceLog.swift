import Synchronization

/// A function that a trace calls with every event as it ends.
final class TraceLog: Cancellable {
    let location: SourceLocation
    private let write: @Sendable (TraceEvent) -> Void
    private let remove: @Sendable (TraceLog) -> Void
    private let isCancelled = Atomic(false)
    private let running = RunningCalls()

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - location: The source location of the log.
    ///   - write: Called with each event.
    ///   - remove: Removes the log from its trace.
    init(
        at location: SourceLocation, _ write: @escaping @Sendable (TraceEvent) -> Void,
        removing remove: @escaping @Sendable (TraceLog) -> Void
    ) {
        self.location = location
        self.write = write
        self.remove = remove
    }

    /// Calls the function with an event, unless the log was cancelled.
    func receive(_ event: TraceEvent) {
        // The call counts before the flag is read: a thread that cancels either prevents the call, or waits for it.
        running.counting {
            if !isCancelled.load(ordering: .sequentiallyConsistent) { write(event) }
        }
    }

    func cancel() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        remove(self)
    }

    func drain() async { await running.wait() }
}
