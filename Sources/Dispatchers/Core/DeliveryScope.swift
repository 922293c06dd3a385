/// An outermost delivery on one thread, or one that began inside of another: what is being delivered, and what was posted
/// meanwhile and waits until the message before it has reached all its inline subscribers.
///
/// The scope is counted as a reader, so that no list or handler that it may call is released. Its memory is the
/// thread's, which is used again: it allocates nothing, and can be read though the frame that made it was left by an exception.
struct DeliveryScope {
    /// Identifies the hub and those above and below it, which have their posts delivered in one order.
    let tree: ObjectIdentifier

    /// The actor that is current, if that is known.
    let actor: ObjectIdentifier?

    /// What the scope is counted as a reader with.
    var reading: Readers.Reading

    /// What is being delivered; the topic lives as long as its hub.
    private(set) var topic: Unmanaged<Topic>?
    private let location: SourceLocation

    /// The copy that is being delivered, if it is one, which is retained meanwhile.
    private(set) var message: Unmanaged<PendingMessage>?

    /// The origin of what is made in the scope, where none is delivered; the frame that made the scope has it.
    private let lentOrigin: UnsafePointer<Origin>?

    /// Whether a handler keeps the message from those after it.
    var isConsumed = false

    /// Whether jobs of a queue are being called: what they post waits here.
    private(set) var isFlushing = false

    private let outer: UnsafeMutableRawPointer?

    /// How many scopes had begun on the thread before it.
    let number: Int

    /// An address in the stack frame that the scope belongs to.
    private let frame: UInt

    /// What waits, retained.
    private var first: Unmanaged<PendingMessage>?
    private var last: Unmanaged<PendingMessage>?

    /// How many wait.
    private(set) var count = 0

    /// How many posts found no room.
    var dropped = 0

    /// Begins a scope, which is the current one of the thread from now on.
    @inline(__always)
    static func begin(
        in hub: Hub, on thread: CurrentThread, _ reading: Readers.Reading, for topic: Unmanaged<Topic>?,
        at location: SourceLocation, because origin: UnsafePointer<Origin>?, actor: ObjectIdentifier?, frame: UInt
    ) -> UnsafeMutablePointer<DeliveryScope> {
        let scope = thread.takeMemory().bindMemory(to: DeliveryScope.self, capacity: 1)
        scope.initialize(
            to: DeliveryScope(
                tree: hub.treeID, actor: actor, reading: reading, topic: topic, location: location,
                lentOrigin: origin, outer: thread.scope, number: thread.scopeCount, frame: frame))
        thread.scopeCount &+= 1
        thread.scope = UnsafeMutableRawPointer(scope)
        return scope
    }

    /// Ends the scope, and answers with what it was counted as a reader.
    @inline(__always)
    static func end(_ scope: UnsafeMutablePointer<DeliveryScope>, on thread: CurrentThread) -> Readers.Reading {
        let reading = scope.pointee.reading
        thread.scope = scope.pointee.outer
        thread.giveBack(UnsafeMutableRawPointer(scope))
        return reading
    }

    /// The innermost scope of the thread.
    static func current(on thread: CurrentThread) -> UnsafeMutablePointer<DeliveryScope>? {
        if thread.scope != nil { discardStale(on: thread) }
        return thread.scope?.assumingMemoryBound(to: DeliveryScope.self)
    }

    /// The innermost scope of a tree of hubs.
    static func current(of hub: Hub, on thread: CurrentThread) -> UnsafeMutablePointer<DeliveryScope>? {
        var next = current(on: thread)
        while let scope = next, scope.pointee.tree != hub.treeID { next = scope.pointee.outerScope }
        return next
    }

    /// The scope in which this one was begun.
    var outerScope: UnsafeMutablePointer<DeliveryScope>? { outer?.assumingMemoryBound(to: DeliveryScope.self) }

    /// What is being delivered, as the cause of what is made meanwhile; `nil` if that is nothing.
    var origin: Origin? {
        if let message { return message._withUnsafeGuaranteedRef { $0.origin } }
        if let lentOrigin { return lentOrigin.pointee }
        guard let topic else { return nil }
        let step = Origin.Step(of: topic.takeUnretainedValue(), at: location)
        return Origin.handled.map { Origin(step, inHandlerOf: $0) } ?? Origin(step)
    }

    /// Makes a pending message what is being delivered.
    mutating func begin(_ message: PendingMessage) {
        topic = .passUnretained(message.topic)
        self.message = .passUnretained(message)
        isConsumed = false
    }

    /// Notes that the message has been delivered.
    mutating func endMessage() { message = nil }

    /// Calls jobs of a queue, and lets what they post wait in a scope, which they reach meanwhile.
    static func flush(into scope: UnsafeMutablePointer<DeliveryScope>, _ body: () -> Void) {
        let wasFlushing = scope.pointee.isFlushing
        scope.pointee.isFlushing = true
        body()
        scope.pointee.isFlushing = wasFlushing
    }

    /// Whether something waits.
    var isWaiting: Bool { first != nil }

    /// Lets a message wait behind all others.
    mutating func append(_ message: PendingMessage) {
        let message = Unmanaged.passRetained(message)
        if let last { last._withUnsafeGuaranteedRef { $0.next = message } } else { first = message }
        last = message
        count += 1
    }

    /// Takes the message that has waited longest.
    mutating func popFirst() -> PendingMessage? {
        guard let message = first?.takeRetainedValue() else { return nil }
        first = message.next
        if first == nil { last = nil }
        message.next = nil
        count -= 1
        return message
    }

    /// Takes all that wait.
    mutating func takeAll() -> [PendingMessage] {
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
        while let scope = thread.scope?.assumingMemoryBound(to: DeliveryScope.self), scope.pointee.frame <= here {
            let messages = scope.pointee.takeAll()
            end(scope, on: thread).abandon()
            // On what this thread runs is not known here: subscribers on an actor get them through its queue.
            for message in messages { message.hub.run(on: nil) { $0.pointee.append(message) } }
        }
    }
}

extension UnsafeMutablePointer<DeliveryScope> {
    /// Calls foreign code that is no handler, and so consumes nothing.
    func withoutConsuming<Result>(_ body: () throws -> Result) rethrows -> Result {
        let isConsumed = pointee.isConsumed
        defer { pointee.isConsumed = isConsumed }
        return try body()
    }
}
