/// An outermost post on one thread, with everything that is posted in the same centers by the handlers it calls.
///
/// Those wait here until the message before them has reached all its inline observers. A turn stands on the stack of its
/// thread, which costs nothing to make, and is counted in as a reader: no observer it may call is released meanwhile.
struct Turn {
    /// Whether a handler wants nobody after it to have the message.
    var isConsumed = false

    /// The mailbox of the current actor that was found empty before the outermost message.
    var drained: ObjectIdentifier?

    /// The outermost message, unless the turn was begun for something else.
    let posting: Posting?

    private let top: ObjectIdentifier
    private let outer: UnsafeMutableRawPointer?

    /// What most turns do without; released by `end`.
    private var rest: Unmanaged<Rest>?

    private final class Rest {
        /// Where the message comes from that is being delivered, once that is another than the outermost one.
        var inner: Origin??
        var waiting: [Parcel] = []
        var next = 0
    }

    init(of top: ObjectIdentifier, inside outer: UnsafeMutableRawPointer?, for posting: Posting?) {
        self.top = top
        self.outer = outer
        self.posting = posting
    }

    /// What is being delivered.
    var origin: Origin? {
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
        defer { rest.waiting = [] }
        return rest.waiting
    }

    private mutating func makeRest() -> Rest {
        let rest = rest ?? .passRetained(Rest())
        self.rest = rest
        return rest.takeUnretainedValue()
    }

    /// The turn of a tree of centers, if it is being taken on this thread.
    static func current(of top: Switchboard, on thread: CurrentThread) -> UnsafeMutablePointer<Turn>? {
        let top = top.topID
        var pointer = thread.turn
        while let turn = pointer?.assumingMemoryBound(to: Turn.self) {
            if turn.pointee.top == top { return turn }
            pointer = turn.pointee.outer
        }
        return nil
    }
}

extension Switchboard {
    /// Does the work, and then delivers what handlers posted meanwhile, on this actor.
    ///
    /// Why the address of the turn is sound: the thread holds it no longer than the turn stands on its stack, and handlers,
    /// which find it there, are synchronous.
    @inline(__always)
    func takeTurn(
        on actor: ObjectIdentifier?, _ thread: CurrentThread, for posting: Posting? = nil,
        _ work: (UnsafeMutablePointer<Turn>) -> Void
    ) {
        let reading = readers.begin(on: thread)
        let outer = thread.turn
        var turn = Turn(of: topID, inside: outer, for: posting)
        withUnsafeMutablePointer(to: &turn) { turn in
            thread.turn = UnsafeMutableRawPointer(turn)
            work(turn)
            endWork(in: turn, on: actor)
            thread.turn = outer
        }
        readers.end(reading)
    }

    /// The same, or just the work inside a turn that is being taken already.
    func joinTurn(on actor: ObjectIdentifier?, _ work: (UnsafeMutablePointer<Turn>) -> Void) {
        let thread = readers.currentThread
        if let turn = Turn.current(of: top, on: thread) { return work(turn) }
        takeTurn(on: actor, thread, work)
    }

    /// Delivers what handlers posted, after the work of a turn.
    @inline(__always)
    func endWork(in turn: UnsafeMutablePointer<Turn>, on actor: ObjectIdentifier? = nil) {
        if turn.pointee.hasRest { deliverWaiting(in: turn, on: actor ?? turn.pointee.posting?.actor) }
    }

    @inline(never)
    private func deliverWaiting(in turn: UnsafeMutablePointer<Turn>, on actor: ObjectIdentifier?) {
        while let parcel = turn.pointee.popFirst() { parcel.deliver(on: actor, in: turn) }
        turn.pointee.end()
    }
}

extension Turn {
    fileprivate var hasRest: Bool { rest != nil }

    fileprivate mutating func end() {
        rest?.release()
        rest = nil
    }

    /// Takes the post that has waited longest, if any.
    fileprivate func popFirst() -> Parcel? {
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
