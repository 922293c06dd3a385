extension ObserverCenter {
    /// Tells a change to those who may be called straight away, until one may not.
    ///
    /// The common case allocates nothing and counts no reference: whoever reads the list holds its listeners.
    @inline(__always)
    func tellAtOnce(
        _ change: LentStateChange, _ view: ListView<Listener>, at topic: Topic, on actor: ObjectIdentifier?
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
                        return tell(change, view, from: place, at: topic, on: actor, from: nil)
                    }
                }
                place &+= 1
            }
        }
    }

    /// Tells, on the thread that delivers, what came in meanwhile.
    @inline(never)
    func tellWaiting(at topic: Topic, on actor: ObjectIdentifier?) {
        while let next = topic.channel?.next() { tell(next, at: topic, on: actor) }
    }

    /// Tells a change of which the current thread is the one that delivers, and then all that came in meanwhile.
    func deliver(_ delivery: StateDelivery, at topic: Topic, on actor: ObjectIdentifier?) {
        listeners.readers.read {
            tell(delivery, at: topic, on: actor)
            tellWaiting(at: topic, on: actor)
        }
    }

    /// Tells a change that has waited.
    private func tell(_ delivery: StateDelivery, at topic: Topic, on actor: ObjectIdentifier?) {
        let change = delivery.change
        withExtendedLifetime(change) {
            let lent = LentStateChange(old: change.old.map { .passUnretained($0) }, new: .passUnretained(change.new))
            switch delivery.receivers {
            case .all(let snapshot?): tell(lent, snapshot.view, from: 0, at: topic, on: actor, from: delivery.origin)
            case .all(nil): break
            case .one(let listener):
                var round = StateRound(change: lent, topic: topic, actor: actor, origin: delivery.origin)
                withUnsafePointer(to: lent) { tellWithCare(listener, &round, $0) }
                round.here?.end()
            }
        }
    }

    /// Tells a change to those from a place on.
    @inline(never)
    func tell(
        _ change: LentStateChange, _ view: ListView<Listener>, from first: Int, at topic: Topic,
        on actor: ObjectIdentifier?, from origin: StateOrigin?
    ) {
        var round = StateRound(change: change, topic: topic, actor: actor, origin: origin)
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
            receive(listener, address, from: round.origin)
        } else {
            leave(round.change.kept, to: listener, isCurrent: isHere, from: round.origin)
        }
    }

    /// Calls a listener, where it may be called, and ends it when its owner is gone.
    private func receive(_ listener: Listener, _ address: UnsafeRawPointer, from origin: StateOrigin?) {
        var isAlive = true
        if let origin, listener.isActive {
            let subject = Trace.Subject(.delivery, of: listener.type, at: origin.location, to: listener.location)
            trace.record(subject, because: origin.cause) { isAlive = (try? listener.receive(address)) ?? true }
        } else {
            isAlive = (try? listener.receive(address)) ?? true
        }
        if !isAlive { listeners.purge(listener) }
    }

    /// Leaves a change to be told later, on the listener's actor.
    private func leave(_ change: AnyStateChange, to listener: Listener, isCurrent: Bool, from origin: StateOrigin?) {
        guard let changes = listener.changes, changes.append(change) else { return }
        let job = { @Sendable [weak self] in
            guard let self, let change = changes.next() else { return }
            withUnsafePointer(to: change) { receive(listener, $0, from: origin) }
        }
        if !changes.coalesces {
            listener.queue?.append(isCurrent: isCurrent, job)
        } else if let queue = listener.queue {
            queue.callLater(job)
        } else {
            Task.detached { job() }
        }
    }
}

/// One change on its way to its listeners.
private struct StateRound {
    let change: LentStateChange
    let topic: Topic
    let actor: ObjectIdentifier?
    let origin: StateOrigin?

    /// The queue of the actor that is current, which nothing else may use meanwhile.
    private(set) var here: ActorQueue?

    init(change: LentStateChange, topic: Topic, actor: ObjectIdentifier?, origin: StateOrigin?) {
        self.change = change
        self.topic = topic
        self.actor = actor
        self.origin = origin
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
