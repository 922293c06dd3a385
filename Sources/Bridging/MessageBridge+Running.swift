import SignalboxCore

extension MessageBridge {
    /// Appends what is posted and posts what is appended, until its task is cancelled.
    ///
    /// Errors of the log do not end it: it tries again, and `status` has the last error. When its task is cancelled, it stops reading
    /// after the current messages. What their handlers post and deliver until they return is appended. Then it appends
    /// what waits, stores the positions of groups, and returns. From then on, until the bridge is released, what is posted or set is
    /// refused, and reported to the center's error handler. Ending takes at most the time of the running handlers and the
    /// closing time of the options, also if the log never answers. After the closing time, a handler that waits for `deliver` gets a
    /// `BridgeError`, and its message is received again by the next run. Entries that could not be appended are reported to the center's
    /// error handler. A graceful shutdown of ServiceLifecycle does not cancel `run`: <doc:SeveralProcesses> has a service that does.
    ///
    /// - Throws: `BridgeError` if it is running already, or was.
    public func run() async throws {
        let (outgoing, incoming) = try declarations.withLock { declarations throws(BridgeError) in
            try declarations.begin()
            return (declarations.outgoing, declarations.incoming)
        }
        let senders = outgoing.map { lane in
            begin("sender of a bridge") { [log, time] in await lane.send(to: log, by: time) }
        }
        let trimmers = outgoing.map { lane in
            begin("trimming of a log") { [log, time] in await lane.keepTrimming(log, by: time) }
        }
        let readers = incoming.map { lane in
            begin("reader of a bridge") { [log, changes, time] in await lane.run(log, changes, by: time) }
        }
        let listener = begin("changes of a log") { [log, changes] in
            for await _ in log.changes() { changes.raise() }
        }
        await Task.untilCancelled()
        for task in readers + trimmers + [listener] { task.cancel() }
        // This task is cancelled, and what it waited for would be interrupted.
        let closing = begin("end of a bridge") { [self] in
            await waitForHandlers(incoming, outgoing)
            declarations.withLock { $0.end() }
            for lane in outgoing { lane.close() }
            await finish(senders + readers + trimmers + [listener])
            for lane in outgoing { lane.abandon() }
        }
        await closing.value
    }

    /// Begins a task that inherits nothing of the caller.
    ///
    /// In a handler, a task that inherits would be part of its call, and a message that it publishes would wait for no other handler.
    /// It is no child of the caller's task, so it can end its work after that was cancelled.
    private func begin(_ name: String, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(name: name, priority: Task.currentPriority) { await work() }
    }

    /// Waits until the running handlers have returned.
    ///
    /// Meanwhile entries are appended. A handler may wait for that, but not longer than the closing time.
    private func waitForHandlers(_ incoming: [IncomingLane], _ outgoing: [OutgoingLane]) async {
        let deadline = begin("closing time of a bridge") { [time, options] in
            guard (try? await time.sleep(options.closingTime)) != nil else { return }
            for lane in outgoing { lane.failWaiting() }
        }
        for lane in incoming { await lane.waitForHandlers() }
        deadline.cancel()
    }

    /// Waits until senders have appended what waits, and readers have stored their positions, but not longer than the closing time.
    private func finish(_ tasks: [Task<Void, Never>]) async {
        let all = begin("end of a bridge's tasks") {
            for task in tasks { await task.value }
        }
        await all.finish(within: options.closingTime, by: time)
        for task in tasks { task.cancel() }
    }
}
