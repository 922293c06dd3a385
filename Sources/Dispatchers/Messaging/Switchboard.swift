import Synchronization

/// What stands behind a `MessageCenter`: whom its messages reach, and how they are delivered.
///
/// Registrations and mailboxes hold it, and nobody but its owner holds the center: a center that goes ends what it had.
@usableFromInline final class Switchboard: Sendable {
    /// Whether an asynchronous handler is running that a report led to.
    @TaskLocal static var isReporting = false

    let parent: Switchboard?
    let cycleLimit: Int
    let trace: Trace
    let onError: @Sendable (DeliveryFailure) -> Void
    let onDeadLetter: (@Sendable (DeadLetter) -> Void)?
    let clock: any Clock<Duration>
    let readers: Readers
    let channels = AddressTable<Channel>()
    let unheard = UnheardTypes()
    let state: Protected<State>

    /// The outermost parent; `nil` if it is the center itself.
    private let outermost: Switchboard?

    /// Which turns on a thread are its own: the identity of its top, read without retaining that.
    private let outermostID: ObjectIdentifier?
    private let closed = Atomic(false)

    /// The actors that have a job to deliver what waits in a nested loop.
    let nestedLoops = Protected(Set<ObjectIdentifier>())

    /// Each post begins with it: to ask the readers for it would be a detour.
    let threads = CurrentThread.Key.shared

    struct State: Sendable {
        var audience: Audience
        var mailboxes = Mailboxes()
        var children: [ObjectIdentifier: Switchboard] = [:]
        var calls = Calls()
        var isClosed = false

        init(isTop: Bool, unheard: UnheardTypes, isClosed: Bool = false) {
            audience = Audience(isTop: isTop, unheard: unheard)
            self.isClosed = isClosed
        }
    }

    init(
        parent: Switchboard?, cycleLimit: Int, trace: Trace, clock: any Clock<Duration>,
        onError: @escaping @Sendable (DeliveryFailure) -> Void, onDeadLetter: (@Sendable (DeadLetter) -> Void)?
    ) {
        self.parent = parent
        self.cycleLimit = cycleLimit
        self.trace = trace
        self.clock = clock
        self.onError = onError
        self.onDeadLetter = onDeadLetter
        outermost = parent?.top
        outermostID = parent?.topID
        readers = parent?.readers ?? Readers()
        state = Protected(State(isTop: parent == nil, unheard: unheard))
        if let parent, !parent.adopt(self) { close() }
    }

    deinit {
        unheard.deallocate()
    }

    /// The center that its parents lead to: turns and mailboxes are common to all below it.
    var top: Switchboard { outermost ?? self }

    /// The identity of `top`, which costs no reference count.
    var topID: ObjectIdentifier { outermostID ?? ObjectIdentifier(self) }

    /// Whether it accepts nothing any more.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// All observations, first registered first.
    var entries: [Audience.Seats.Entry] { state.withLock { $0.audience.registry.all } }

    /// What a seat needs that is called on an actor or hears of one subject only.
    func details(
        of actor: (any Actor)?, about subject: (any AnyObject & Sendable)?, priority: Int
    ) -> Seat.Details? {
        let mailbox = actor.map { actor in top.state.withLock { $0.mailboxes.mailbox(of: actor, in: top) } }
        return Seat.Details(mailbox: mailbox, about: subject, priority: priority)
    }

    /// Adds an observer, who then hears what was retained; `nil` when the center is closed.
    func insert<Message: Sendable>(
        _ seat: Seat, of type: Message.Type, owner: ObjectIdentifier? = nil
    ) -> Audience.Seats.Key? {
        let added = state.withLock { state -> Addition? in
            guard !state.isClosed else { return nil }
            let retained = state.audience.retained.all.filter { isMessage($0.message, of: type) }
            let dropped = retained.isEmpty ? [] : prepare(seat, for: retained)
            let (key, unlinked) = state.audience.insert(seat, of: type, owner: owner, in: readers.epoch)
            return Addition(
                key: key, unlinked: unlinked, retained: retained, dropped: dropped,
                isSweepDue: state.audience.registry.isSweepDue)
        }
        guard let added else {
            seat.end()
            if let mailbox = seat.mailbox { release(mailbox) }
            return nil
        }
        for unlinked in added.unlinked { unlinked.retire(to: readers) }
        for (parcel, number) in added.dropped {
            reportDrop(parcel, number: number, observedAt: seat.location)
            parcel.endPart(isReceived: true)
        }
        if added.isSweepDue { sweep() }
        if !added.retained.isEmpty { replay(added.retained, to: seat) }
        return added.key
    }

    /// Takes observations out, ends them, and releases them outside of the lock.
    func end(_ take: (inout Audience) -> Audience.Removal) {
        let removal = state.withLock { take(&$0.audience) }
        end(removal)
    }

    /// Takes out the observation with this number, if it is not yet.
    func end(_ seat: Seat, _ id: UInt64) {
        seat.end()
        let key = Audience.Seats.Key(topic: ObjectIdentifier(seat.type), priority: seat.priority, id: id)
        end { [readers] in $0.remove(key, in: readers.epoch) }
    }

    /// Takes out an observer whose owner or subject died.
    @inline(never)
    func purge(_ seat: Unmanaged<Seat>, _ key: (priority: Int, id: UInt64)) {
        let seat = seat.takeUnretainedValue()
        let key = Audience.Seats.Key(topic: ObjectIdentifier(seat.type), priority: key.priority, id: key.id)
        end { [readers] in $0.remove(key, in: readers.epoch) }
    }

    /// Ends everything at once.
    func close() {
        let ended = state.withLock { state -> (state: State, unlinked: [Audience.Unlinked])? in
            guard !state.isClosed else { return nil }
            closed.store(true, ordering: .sequentiallyConsistent)
            state.audience.forgetAnswers()
            // Under the lock, so that whoever closes next knows too that nobody is called any more.
            let unlinked = state.audience.unlinkAll()
            var old = State(isTop: parent == nil, unheard: unheard, isClosed: true)
            swap(&state, &old)
            return (old, unlinked)
        }
        guard let (old, unlinked) = ended else { return }
        parent?.disown(self)
        for child in old.children.values { child.close() }
        old.calls.closeAll()
        end(Audience.Removal(seats: old.audience.registry.all.map(\.element), others: unlinked))
    }

    private struct Addition: Sendable {
        let key: Audience.Seats.Key
        let unlinked: [Audience.Unlinked]
        let retained: [Parcel]
        let dropped: [(parcel: Parcel, number: Int)]
        let isSweepDue: Bool
    }

    private func end(_ removal: Audience.Removal) {
        if let seat = removal.seat { end(seat) }
        for seat in removal.seats { end(seat) }
        removal.unlinked?.retire(to: readers)
        for unlinked in removal.others { unlinked.retire(to: readers) }
    }

    private func end(_ seat: Seat) {
        seat.end()
        if let mailbox = seat.mailbox { release(mailbox) }
    }

    private func release(_ mailbox: Mailbox) {
        top.state.withLock { $0.mailboxes.release(mailbox) }
    }

    private func adopt(_ child: Switchboard) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.children[ObjectIdentifier(child)] = child }
            return !state.isClosed
        }
    }

    private func disown(_ child: Switchboard) {
        _ = state.withLock { $0.children.removeValue(forKey: ObjectIdentifier(child)) }
    }

    private func sweep() {
        let orphans = entries.filter(\.element.isOrphaned).map(\.key)
        end { audience in
            defer { audience.didSweep() }
            return audience.removeAll(orphans)
        }
    }
}
