/// An outermost post on one thread, with everything that is posted in the same centers by the handlers it calls.
///
/// Those wait here until the message before them has reached all its inline observers. A turn is counted in as a reader: no
/// observer it may call is released meanwhile. Its memory is the thread's, which uses it again, so that it costs nothing to
/// make, and can be read though the frame that made it is gone: see `discardStale`.
struct Turn {
    /// Whether a handler wants nobody after it to have the message.
    var isConsumed = false

    /// The mailbox of the current actor that was found empty before the outermost message.
    var drained: ObjectIdentifier?

    /// The outermost message, unless the turn was begun for something else.
    let posting: Posting?

    /// The actor that is current, if that is known.
    let actor: ObjectIdentifier?

    /// What the turn is counted in with.
    var reading: Readers.Reading

    private let top: ObjectIdentifier
    private let outer: UnsafeMutableRawPointer?

    /// An address in the stack frame that the turn belongs to.
    private let frame: UInt

    /// What most turns do without; released by `end`.
    private var rest: Unmanaged<Rest>?

    private final class Rest {
        /// Where the message comes from that is being delivered, once that is another than the outermost one.
        var inner: OldOrigin??
        var waiting: [Parcel] = []
        var next = 0
        /// What deliveries are counted in with besides.
        var readings: [Readers.Reading] = []
    }

    private init(
        of top: ObjectIdentifier, inside outer: UnsafeMutableRawPointer?, for posting: Posting?,
        on actor: ObjectIdentifier?, _ reading: Readers.Reading, _ frame: UInt
    ) {
        self.top = top
        self.outer = outer
        self.posting = posting
        self.actor = actor
        self.reading = reading
        self.frame = frame
    }

    /// Begins a turn, which the thread takes from now on.
    @inline(__always)
    static func begin(
        of top: ObjectIdentifier, on thread: CurrentThread, for posting: Posting?, on actor: ObjectIdentifier?,
        _ reading: Readers.Reading, at frame: UInt
    ) -> UnsafeMutablePointer<Turn> {
        let turn = thread.takeMemory().bindMemory(to: Turn.self, capacity: 1)
        turn.initialize(to: Turn(of: top, inside: thread.turn, for: posting, on: actor, reading, frame))
        thread.turn = UnsafeMutableRawPointer(turn)
        return turn
    }

    /// Ends a turn, and answers what it was counted in with.
    @inline(__always)
    static func end(_ turn: UnsafeMutablePointer<Turn>, on thread: CurrentThread) -> Readers.Reading {
        let reading = turn.pointee.reading
        thread.turn = turn.pointee.outer
        thread.giveBack(UnsafeMutableRawPointer(turn))
        return reading
    }

    /// What is being delivered.
    var origin: OldOrigin? {
        get { rest?.takeUnretainedValue().inner ?? posting?.origin }
        set { makeRest().inner = .some(newValue) }
    }

    mutating func append(_ parcel: Parcel) { makeRest().waiting.append(parcel) }

    mutating func append(_ parcels: [Parcel]) {
        if !parcels.isEmpty { makeRest().waiting += parcels }
    }

    /// Takes the posts that have waited.
    mutating func takeAll() -> [Parcel] {
        guard let rest = rest?.takeUnretainedValue() else { return [] }
        defer { (rest.waiting, rest.next) = ([], 0) }
        return Array(rest.waiting[rest.next...])
    }

    /// Notes what a delivery is counted in with.
    mutating func push(_ reading: Readers.Reading) { makeRest().readings.append(reading) }

    mutating func popReading() { _ = rest?.takeUnretainedValue().readings.popLast() }

    private mutating func makeRest() -> Rest {
        let rest = rest ?? .passRetained(Rest())
        self.rest = rest
        return rest.takeUnretainedValue()
    }

    /// The turn of a tree of centers, if it is being taken on this thread.
    static func current(of top: Switchboard, on thread: CurrentThread) -> UnsafeMutablePointer<Turn>? {
        if thread.turn == nil { return nil }
        discardStale(on: thread, at: CurrentThread.stackAddress)
        let top = top.topID
        var pointer = thread.turn
        while let turn = pointer?.assumingMemoryBound(to: Turn.self) {
            if turn.pointee.top == top { return turn }
            pointer = turn.pointee.outer
        }
        return nil
    }

    /// Forgets turns that were left by an exception, which runs none of their code, and delivers what waited in them.
    ///
    /// The frame of a turn that is being taken is further out than all frames that it leads to: at a higher address, since
    /// stacks grow downward. A turn that was left may look like that too, if this is called from further inside than it was;
    /// then it is found the next time.
    static func discardStale(on thread: CurrentThread, at here: UInt) {
        while let turn = thread.turn?.assumingMemoryBound(to: Turn.self), turn.pointee.frame <= here {
            let rest = turn.pointee.rest?.takeRetainedValue()
            for reading in rest?.readings ?? [] { reading.abandon() }
            end(turn, on: thread).abandon()
            // What this thread runs on is not known here: observers on an actor get it through its mailbox.
            for parcel in rest?.waiting[(rest?.next ?? 0)...] ?? [] { parcel.deliver(on: thread) }
        }
    }
}

extension Switchboard {
    /// Does the work, and then delivers what handlers posted meanwhile, on this actor.
    func takeTurn(
        on actor: ObjectIdentifier?, _ thread: CurrentThread, _ work: (UnsafeMutablePointer<Turn>) -> Void
    ) {
        let turn = Turn.begin(
            of: topID, on: thread, for: nil, on: actor, readers.begin(on: thread), at: CurrentThread.stackAddress)
        work(turn)
        endWork(in: turn)
        readers.end(Turn.end(turn, on: thread))
    }

    /// The same, or just the work inside a turn that is being taken already.
    func joinTurn(on actor: ObjectIdentifier?, _ work: (UnsafeMutablePointer<Turn>) -> Void) {
        let thread = readers.currentThread
        if let turn = Turn.current(of: top, on: thread) { return work(turn) }
        takeTurn(on: actor, thread, work)
    }

    /// Delivers what handlers posted, after the work of a turn.
    @inline(__always)
    func endWork(in turn: UnsafeMutablePointer<Turn>) {
        if turn.pointee.hasRest { deliverWaiting(in: turn) }
    }

    @inline(never)
    private func deliverWaiting(in turn: UnsafeMutablePointer<Turn>) {
        while let parcel = turn.pointee.popFirst() { parcel.deliver(on: turn.pointee.actor, in: turn) }
        turn.pointee.end()
    }
}

extension Switchboard {
    /// Lets what waits in a turn be delivered when a handler of it runs a loop of its own, as one that shows a modal dialog
    /// does.
    ///
    /// The actor gets a job, which such a loop runs. If the handlers return without, it finds nothing to do.
    func deliverInNestedLoop(on actor: any Actor) {
        let (top, id) = (top, ObjectIdentifier(actor))
        guard top.nestedLoops.withLock({ $0.insert(id).inserted }) else { return }
        if actor === MainActor.shared {
            Task.detached { @MainActor in top.deliverInNestedLoop(id) }
        } else {
            Task.detached { await top.deliverInNestedLoop(standingOn: actor) }
        }
    }

    private func deliverInNestedLoop(standingOn actor: isolated any Actor) {
        deliverInNestedLoop(ObjectIdentifier(actor))
    }

    private func deliverInNestedLoop(_ actor: ObjectIdentifier) {
        nestedLoops.withLock { _ = $0.remove(actor) }
        let thread = readers.currentThread
        guard let waiting = Turn.current(of: self, on: thread)?.pointee.takeAll(), !waiting.isEmpty else { return }
        takeTurn(on: actor, thread) { $0.pointee.append(waiting) }
    }
}

extension Turn {
    fileprivate var hasRest: Bool { rest != nil }

    fileprivate mutating func end() {
        rest?.release()
        rest = nil
    }

    /// Takes the post that has waited longest, if any.
    fileprivate mutating func popFirst() -> Parcel? {
        guard let rest = rest?.takeUnretainedValue(), rest.next < rest.waiting.count else { return nil }
        let parcel = rest.waiting[rest.next]
        rest.next += 1
        if rest.next * 2 >= rest.waiting.count {
            rest.waiting.removeFirst(rest.next)
            rest.next = 0
        }
        return parcel
    }
}
