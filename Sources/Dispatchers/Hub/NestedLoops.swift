// Loops of an actor inside a handler, such as that of a modal dialog.

extension Hub {
    /// Lets the posts that wait in a scope be delivered when a handler of it runs a loop of its own.
    ///
    /// The actor gets a job. A run loop that a handler on the main thread starts runs jobs of the main actor, and so may custom
    /// executors. If the handlers return without such a loop, the job has nothing to do.
    func deliverInNestedLoop(on actor: any Actor) {
        let id = ObjectIdentifier(actor)
        guard tree.state.withLock({ $0.nestedLoops.insert(id).inserted }) else { return }
        // Not the queue of the actor in this tree: the job waits behind nothing.
        let queue = ActorQueue(of: actor)
        queue.callLater { [self] in
            tree.state.withLock { _ = $0.nestedLoops.remove(id) }
            let waiting = DeliveryScope.current(of: self, on: CurrentThread.current)?.takeAllPosts() ?? []
            // A handler of one of them may run a loop of its own, in which the others are delivered.
            if waiting.count > 1, let actor = queue.liveActor { deliverInNestedLoop(on: actor) }
            if waiting.isEmpty { return }
            run(on: id) { scope in
                for message in waiting { scope.append(message) }
            }
        }
    }
}
