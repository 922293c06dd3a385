/// An outermost delivery on one thread, or one that began inside of another: what is being delivered, and what was posted
/// meanwhile and waits until the message before it has reached all its inline subscribers.
///
/// The scope is counted as a reader, so that no list or handler that it may call is released. Its memory is the
/// thread's, which is used again: it allocates nothing, and can be read though the frame that made it was left by an exception.
///
/// Why it is sound: a scope is used on its thread, by calls from the frame that began it, and its memory is freed with the
/// thread. Nothing in the memory has to be destroyed.
struct DeliveryScope {
    private struct State {
        let tree: ObjectIdentifier
        let actor: ObjectIdentifier?
        var reading: Readers.Reading

        /// What is being delivered; the topic lives as long as its hub.
        var topic: Borrowed<Topic>?
        let location: SourceLocation

        /// The copy that is being delivered, if it is one, which is retained meanwhile.
        var message: Borrowed<PendingMessage>?

        /// The origin of what is made in the scope, where none is delivered; the frame that made the scope has it.
        let origin: Lent?

        /// The scope in which this one began; in memory that is not in use, the next such memory.
        var outer: DeliveryScope?
        let number: Int

        /// An address in the stack frame that the scope belongs to.
        let frame: UInt
        var isConsumed = false
        var isFlushing = false

        /// What waits, retained.
        var first: Unmanaged<PendingMessage>?
        var last: Unmanaged<PendingMessage>?
        var count = 0
        var dropped = 0
    }

    private let state: UnsafeMutablePointer<State>

    /// Begins a scope, which is the current one of the thread from now on.
    @inline(__always)
    init(
        in hub: Hub, on thread: CurrentThread, _ reading: Readers.Reading, for topic: Borrowed<Topic>?,
        at location: SourceLocation, because origin: Lent?, actor: ObjectIdentifier?, frame: UInt
    ) {
        // Memory is allocated only for more scopes than the thread ever had at a time.
        state = thread.spare?.state ?? .allocate(capacity: 1)
        if thread.spare != nil { thread.spare = state.pointee.outer }
        state.initialize(
            to: State(
                tree: hub.treeID, actor: actor, reading: reading, topic: topic, location: location, origin: origin,
                outer: thread.scope, number: thread.scopeCount, frame: frame))
        thread.scopeCount &+= 1
        thread.scope = self
    }

    /// Ends the scope, and returns what it was counted with as a reader.
    @inline(__always)
    func end(on thread: CurrentThread) -> Readers.Reading {
        thread.scope = state.pointee.outer
        state.pointee.outer = thread.spare
        thread.spare = self
        return state.pointee.reading
    }

    /// Frees memory that is not in use, and that after it.
    func deallocate() {
        state.pointee.outer?.deallocate()
        state.deallocate()
    }

    /// The innermost scope of the thread.
    static func current(on thread: CurrentThread) -> DeliveryScope? {
        if thread.scope != nil { discardStale(on: thread) }
        return thread.scope
    }

    /// The innermost scope of a tree of hubs.
    static func current(of hub: Hub, on thread: CurrentThread) -> DeliveryScope? {
        var next = current(on: thread)
        while let scope = next, scope.tree != hub.treeID { next = scope.outer }
        return next
    }

    /// Identifies the hub and those above and below it, which have their posts delivered in one order.
    var tree: ObjectIdentifier { state.pointee.tree }

    /// The actor that is current, if that is known.
    var actor: ObjectIdentifier? { state.pointee.actor }

    /// What the scope is counted as a reader with.
    var reading: Readers.Reading {
        get { state.pointee.reading }
        nonmutating set { state.pointee.reading = newValue }
    }

    /// What is being delivered.
    var topic: Topic? { state.pointee.topic?.object }

    /// The scope in which this one was begun.
    var outer: DeliveryScope? { state.pointee.outer }

    /// How many scopes had begun on the thread before it.
    var number: Int { state.pointee.number }

    /// Whether a handler keeps the message from those after it.
    var isConsumed: Bool {
        get { state.pointee.isConsumed }
        nonmutating set { state.pointee.isConsumed = newValue }
    }

    /// Whether jobs of a queue are being called: what they post waits here.
    var isFlushing: Bool { state.pointee.isFlushing }

    /// What is being delivered, as the cause of what is made meanwhile; `nil` if that is nothing.
    var origin: Origin? {
        if let message = state.pointee.message { return message.with { $0.origin } }
        if let origin = state.pointee.origin { return origin.read(as: Origin.self) }
        guard let topic else { return nil }
        let step = Origin.Step(of: topic, at: state.pointee.location)
        return Origin.handled.map { Origin(step, inHandlerOf: $0) } ?? Origin(step)
    }

    /// Makes a pending message what is being delivered while a body is called.
    func delivering(_ message: PendingMessage, _ body: () -> Void) {
        state.pointee.topic = Borrowed(message.topic)
        state.pointee.message = Borrowed(message)
        state.pointee.isConsumed = false
        body()
        state.pointee.message = nil
    }

    /// Calls jobs of a queue, and lets what they post wait in the scope, which they reach meanwhile.
    func flush(_ body: () -> Void) {
        let wasFlushing = isFlushing
        state.pointee.isFlushing = true
        body()
        state.pointee.isFlushing = wasFlushing
    }

    /// Calls foreign code that is no handler, and so consumes nothing.
    func withoutConsuming<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasConsumed = isConsumed
        defer { isConsumed = wasConsumed }
        return try body()
    }

    /// How many messages wait.
    var count: Int { state.pointee.count }

    /// Counts a post that found no room, and returns how many did.
    func countDropped() -> Int {
        state.pointee.dropped += 1
        return state.pointee.dropped
    }

    /// Lets a message wait behind all others.
    func append(_ message: PendingMessage) {
        if let last = state.pointee.last {
            _ = last.takeUnretainedValue().next.exchange(message)
            state.pointee.last = .passUnretained(message)
        } else {
            state.pointee.first = .passRetained(message)
            state.pointee.last = state.pointee.first
        }
        state.pointee.count += 1
    }

    /// Takes the message that has waited longest.
    func popFirst() -> PendingMessage? {
        guard let message = state.pointee.first?.takeRetainedValue() else { return nil }
        state.pointee.first = message.next.exchange(nil).map { .passRetained($0) }
        if state.pointee.first == nil { state.pointee.last = nil }
        state.pointee.count -= 1
        return message
    }

    /// Takes all that wait.
    func takeAll() -> [PendingMessage] {
        var messages: [PendingMessage] = []
        while let message = popFirst() { messages.append(message) }
        return messages
    }

    /// Ends scopes that were left by an exception, which runs none of their code, and delivers what waited in them.
    ///
    /// The frame of a scope is at a higher address than the frames that it leads to, since stacks grow downward. A scope that
    /// was left may look like that too, if this is called from further inside than it was; then it is found the next time.
    static func discardStale(on thread: CurrentThread) {
        let here = CurrentThread.stackAddress
        while let scope = thread.scope, scope.state.pointee.frame <= here {
            let messages = scope.takeAll()
            scope.end(on: thread).abandon()
            // On what this thread runs is not known here: subscribers on an actor get them through its queue.
            for message in messages { message.hub.run(on: nil) { $0.append(message) } }
        }
    }
}
