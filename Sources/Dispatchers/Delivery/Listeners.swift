import Synchronization

/// All who listen in a center: the registry under its lock, and beside it the topics, which are read without one.
final class Listeners: Sendable {
    typealias Seats = Registry<ObjectIdentifier, Listener>

    let readers = Readers()

    /// Ends listeners, and waits for handlers that are running.
    private let registrar: Registrar
    private let topics = AddressTable<ListenerTopic>()
    private let state = Protected(State())
    private let closed = Atomic(false)

    private struct State: Sendable {
        var seats = Seats()
        var queues = ActorQueues()
        var isClosed = false
    }

    /// What is taken out, to be ended and released outside of the lock.
    private struct Removed: Sendable {
        var listeners: [Listener] = []
        var unlinked: [PublishedList<Listener>.Unlinked] = []
    }

    init() {
        registrar = DrainingRegistrar { [readers] in await readers.drain() }
    }

    deinit {
        for entry in entries { entry.element.end() }
    }

    /// All who listen, first registered first.
    var entries: [Seats.Entry] { state.withLock { $0.seats.all } }

    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// What was listened to before, for as long as the center lives.
    @inline(__always)
    subscript(id: ObjectIdentifier) -> Unmanaged<ListenerTopic>? { topics.elementInPlace(for: id) ?? topics[id] }

    /// The topic with this identity, made now if it was not before.
    func topic(_ id: ObjectIdentifier, _ make: () -> ListenerTopic) -> ListenerTopic {
        topics[id]?.takeUnretainedValue() ?? topics.insert(make(), for: id)
    }

    func queue(of actor: (any Actor)?) -> ActorQueue? {
        actor.map { actor in state.withLock { $0.queues.queue(of: actor) } }
    }

    /// Gives back a queue that no listener was made with.
    func release(_ queue: ActorQueue) { state.withLock { $0.queues.release(queue) } }

    /// Lets somebody listen; in a center that is closed it ends at once.
    ///
    /// - Parameters:
    ///   - listener: Who listens.
    ///   - id: To what.
    ///   - owner: With whom it can be ended.
    ///   - link: Puts the listener, under the lock, into the list that is read, and answers what goes for it.
    /// - Returns: What finds the listener again, or `nil` in a center that is closed.
    func insert(
        _ listener: Listener, on id: ObjectIdentifier, owner: ObjectIdentifier?,
        _ link: (Seats.Key) -> PublishedList<Listener>.Unlinked? = { _ in nil }
    ) -> Seats.Key? {
        let added = state.withLock { state -> (Seats.Key, PublishedList<Listener>.Unlinked?, Bool)? in
            guard !state.isClosed else { return nil }
            let key = state.seats.insert(listener, on: id, priority: listener.priority, owner: owner)
            listener.id.store(key.id, ordering: .relaxed)
            return (key, link(key), state.seats.isSweepDue)
        }
        guard let (key, unlinked, isSweepDue) = added else {
            if let queue = listener.queue { release(queue) }
            listener.end()
            return nil
        }
        unlinked?.retire(to: readers)
        if isSweepDue { sweep() }
        return key
    }

    /// The token of somebody who listens.
    ///
    /// It takes him out before it ends him: while his shortcut stood in the list, one who goes through that would call him
    /// for a change, and not for the one before it, for which he was looked at.
    func registration(of listener: Listener, _ key: Seats.Key?) -> Registration {
        let registrar = listener.running.map { DrainingRegistrar(of: $0, readers) } ?? registrar
        return Registration(at: listener.location, by: registrar) { [weak self] in
            if let key { self?.end([key]) }
            // Another thread may have taken him out, and not yet ended him.
            listener.end()
        }
    }

    func end(_ keys: [Seats.Key]) {
        if !keys.isEmpty { end { _ in keys } }
    }

    func end(ownedBy owner: ObjectIdentifier) {
        end { $0.seats.keys(ownedBy: owner) }
    }

    /// Ends one whose owner turned out to be gone, in logarithmic time.
    @inline(never)
    func purge(_ id: ObjectIdentifier, _ key: (priority: Int, id: UInt64)) {
        end([Seats.Key(topic: id, priority: key.priority, id: key.id)])
    }

    /// The same for one that was met outside of its list.
    func purge(_ listener: Listener, on id: ObjectIdentifier) {
        purge(id, (listener.priority, listener.id.load(ordering: .relaxed)))
    }

    /// Ends all who listen, and lets nobody listen any more.
    ///
    /// - Returns: Whether this call was the one that did.
    func close() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            closed.store(true, ordering: .releasing)
            return !state.isClosed
        }
        if isFirst { end { $0.seats.all.map(\.key) } }
        return isFirst
    }

    private func end(_ find: (State) -> [Seats.Key]) {
        let removed = state.withLock { state in
            var removed = Removed()
            let keys = find(state)
            removed.listeners = state.seats.removeAll(keys)
            for case let queue? in removed.listeners.map(\.queue) { state.queues.release(queue) }
            for key in keys {
                guard let topic = topics[key.topic]?.takeUnretainedValue() else { continue }
                removed.unlinked.append(topic.listeners.remove(priority: key.priority, id: key.id, in: readers.epoch))
            }
            return removed
        }
        for listener in removed.listeners { listener.end() }
        for unlinked in removed.unlinked { unlinked.retire(to: readers) }
    }

    private func sweep() {
        end(entries.filter(\.element.isOrphaned).map(\.key))
        state.withLock { $0.seats.didSweep() }
    }
}

extension DrainingRegistrar {
    /// Waits for asynchronous calls as well.
    fileprivate convenience init(of running: RunningCalls, _ readers: Readers) {
        self.init {
            await running.drain()
            await readers.drain()
        }
    }
}
