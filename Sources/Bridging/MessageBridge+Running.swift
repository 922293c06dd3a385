import SignalboxCore

extension MessageBridge {
    /// Appends what is posted and posts what is appended, until its task is cancelled.
    ///
    /// Errors of the log do not end it: it tries again, and `status` has the last error. When its task is cancelled, it ends its
    /// observations, stops reading after the current message, appends what waits, stores the positions of groups, and returns. That takes
    /// at most the closing time of the options and the time of running handlers. A graceful shutdown of ServiceLifecycle does not cancel it:
    /// <doc:SeveralProcesses> has a service that does.
    ///
    /// - Throws: `BridgeError` if it is running already, or was.
    public func run() async throws {
        let (outgoing, incoming) = try declarations.withLock { declarations throws(BridgeError) in
            try declarations.begin()
            return (declarations.outgoing, declarations.incoming)
        }
        // They are not children of this task, so that they can end their work after it was cancelled.
        let senders = outgoing.map { lane in Task { await lane.send(to: log, by: time) } }
        let readers = incoming.map { lane in Task { await lane.read(log, changes, by: time) } }
        let trimmers = outgoing.map { lane in Task { await lane.keepTrimming(log, by: time) } }
        let listener = Task { for await _ in log.changes() { changes.raise() } }
        await Signal().wait(after: 0)
        for task in readers + trimmers + [listener] { task.cancel() }
        _ = declarations.withLock { $0.end() }
        for lane in outgoing { lane.close() }
        await Task {
            await withTaskCancellationHandler {
                for task in senders { await task.value }
            } onCancel: {
                for task in senders { task.cancel() }
            }
        }.finish(within: options.closingTime, by: time)
        for task in readers + trimmers + [listener] { await task.value }
    }
}
