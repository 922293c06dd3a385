extension ObserverCenter {
    /// Tells a change to those who may be called straight away, until one may not.
    ///
    /// The common case allocates nothing and counts no reference: whoever reads the list holds its listeners.
    @inline(__always)
    func tellAtOnce(
        _ change: LentStateChange, _ view: ListView<Listener>, at topic: ListenerTopic, on actor: ObjectIdentifier?,
        _ occasion: @autoclosure () -> StateOccasion
    ) {
        withUnsafePointer(to: change) { address in
            var place = 0
            while place < view.count {
                let shortcut = view.shortcut(at: place)
                if shortcut.isCall {
                    shortcut.tell(change)
                } else if let listener = view[place] {
                    let state = listener._withUnsafeGuaranteedRef { $0.currentState }
                    if state.matches(.plain) {
                        // Handlers of states do not throw.
                        let isAlive = try? listener._withUnsafeGuaranteedRef { try $0.call?(address) }
                        if isAlive == false { listeners.purge(topic.id, view.key(at: place)) }
                    } else if !state.matches(.ended) {
                        return tell(change, view, from: place, at: topic, on: actor, occasion())
                    }
                }
                place &+= 1
            }
        }
    }

    /// Tells, on the thread that delivers, what came in meanwhile.
    ///
    /// That is all that its own handlers set, and a share of what other threads do, which could go on for ever. The rest is
    /// told in a task.
    @inline(never)
    func tellWaiting(at topic: ListenerTopic, on actor: ObjectIdentifier?) {
        guard tellSome(at: topic, on: actor) else { return }
        Task.detached { [self] in
            while listeners.readers.read({ tellSome(at: topic, on: nil) }) { await Task.yield() }
        }
    }

    /// Tells what waits until it has told a share of what other threads set, and answers whether more may wait.
    private func tellSome(at topic: ListenerTopic, on actor: ObjectIdentifier?) -> Bool {
        let thread = listeners.readers.currentThread.number
        var share = 64
        while share > 0 {
            guard let next = topic.channel?.next() else { return false }
            tell(next, at: topic, on: actor)
            if next.occasion.thread != thread { share -= 1 }
        }
        return topic.channel?.finish() == false
    }

    /// Tells a change of which the current thread is the one that delivers, and then all that came in meanwhile.
    func deliver(_ delivery: StateDelivery, at topic: ListenerTopic, on actor: ObjectIdentifier?) {
        listeners.readers.read {
            tell(delivery, at: topic, on: actor)
            tellWaiting(at: topic, on: actor)
        }
    }

    /// Tells a change that has waited.
    private func tell(_ delivery: StateDelivery, at topic: ListenerTopic, on actor: ObjectIdentifier?) {
        let (change, occasion) = (delivery.change, delivery.occasion)
        listeners.readers.currentThread.marked(occasion.mark, holding: occasion.step.cause) {
            let lent = LentStateChange(old: change.old.map { .passUnretained($0) }, new: .passUnretained(change.new))
            switch delivery.receivers {
            case .all(let snapshot?):
                // The thread may have entered before some of them observed.
                listeners.readers.read { tell(lent, snapshot.view, from: 0, at: topic, on: actor, occasion) }
            case .all(nil): break
            case .one(let listener):
                var round = StateRound(change: lent, topic: topic, actor: actor, occasion: occasion)
                withUnsafePointer(to: lent) { tellWithCare(listener, &round, $0) }
                round.here?.end()
            }
        }
        withExtendedLifetime(change) {}
    }

    /// Tells a change to those from a place on.
    @inline(never)
    func tell(
        _ change: LentStateChange, _ view: ListView<Listener>, from first: Int, at topic: ListenerTopic,
        on actor: ObjectIdentifier?, _ occasion: StateOccasion
    ) {
        var round = StateRound(change: change, topic: topic, actor: actor, occasion: occasion)
        withUnsafePointer(to: change) { address in
            for index in first..<view.count {
                guard let listener = view[index] else { continue }
                tellWithCare(listener.takeUnretainedValue(), &round, address)
            }
        }
        round.here?.end()
    }

    /// Calls a listener that runs on an actor, is told later, or is traced.
    @inline(never)
    private func tellWithCare(_ listener: Listener, _ round: inout StateRound, _ address: UnsafeRawPointer) {
        guard listener.isActive else { return }
        let isHere = listener.queue.map { $0.actorID == round.actor } ?? true
        if listener.changes?.coalesces != true, isHere, round.begin(listener.queue) {
            receive(listener, address, at: round.topic, round.occasion.origin)
        } else {
            leave(round.change.kept, to: listener, isCurrent: isHere, at: round.topic, round.occasion)
        }
    }

    /// Calls a listener, where it may be called, and ends it when its owner is gone.
    private func receive(
        _ listener: Listener, _ address: UnsafeRawPointer, at topic: ListenerTopic, _ origin: StateOrigin?
    ) {
        var isAlive = true
        if let origin, listener.isActive {
            let subject = Trace.Subject(.delivery, of: listener.type, at: origin.location, to: listener.location)
            trace.record(subject, because: origin.cause) { isAlive = (try? listener.receive(address)) ?? true }
        } else {
            isAlive = (try? listener.receive(address)) ?? true
        }
        if !isAlive { listeners.purge(listener, on: topic.id) }
    }

    /// Leaves a change to be told later, on the listener's actor.
    private func leave(
        _ change: AnyStateChange, to listener: Listener, isCurrent: Bool, at topic: ListenerTopic,
        _ occasion: StateOccasion
    ) {
        guard let changes = listener.changes, changes.append(change, occasion) else { return }
        if changes.coalesces { return tellLater(listener, changes, at: topic) }
        listener.queue?.append(isCurrent: isCurrent) { [weak self] in
            self?.tellNext(of: changes, to: listener, at: topic)
        }
    }

    /// Tells what has become one change, in a task on the listener's actor, and then what has come meanwhile, in another.
    private func tellLater(_ listener: Listener, _ changes: PendingChanges, at topic: ListenerTopic) {
        let job = { @Sendable [weak self] in
            guard let self else { return }
            tellNext(of: changes, to: listener, at: topic)
            if !changes.finish() { tellLater(listener, changes, at: topic) }
        }
        if let queue = listener.queue { queue.callLater(job) } else { Task.detached { job() } }
    }

    /// Tells a listener, on its actor, what has waited longest.
    private func tellNext(of changes: PendingChanges, to listener: Listener, at topic: ListenerTopic) {
        guard let (change, occasion) = changes.next() else { return }
        let readers = listeners.readers
        readers.read {
            readers.currentThread.marked(occasion.mark, holding: occasion.step.cause) {
                withUnsafePointer(to: change) { receive(listener, $0, at: topic, occasion.origin) }
            }
        }
    }
}

/// One change on its way to its listeners.
private struct StateRound {
    let change: LentStateChange
    let topic: ListenerTopic
    let actor: ObjectIdentifier?
    let occasion: StateOccasion

    /// The queue of the actor that is current, which nothing else may use meanwhile.
    private(set) var here: ActorQueue?

    init(change: LentStateChange, topic: ListenerTopic, actor: ObjectIdentifier?, occasion: StateOccasion) {
        self.change = change
        self.topic = topic
        self.actor = actor
        self.occasion = occasion
    }

    /// Whether a listener with this queue may be called at once on the actor that is current.
    mutating func begin(_ queue: ActorQueue?) -> Bool {
        guard let queue else { return true }
        if queue === here { return true }
        guard here == nil, queue.begin() else { return false }
        here = queue
        return true
    }
}

/// Where a change was made, while that is traced.
struct StateOrigin: Sendable {
    let location: SourceLocation
    let cause: Trace.Cause?
}
