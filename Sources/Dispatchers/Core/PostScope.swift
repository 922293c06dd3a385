/// An outermost delivery on one thread, or one that began inside of another: what is being delivered, and what was posted
/// meanwhile and waits until the message before it has reached all its inline subscribers.
///
/// The scope is counted as a reader, so that no list or handler that it may call is released. Its memory is the
/// thread's, which is used again: it allocates nothing, and can be read though the frame that made it was left by an exception.
struct PostScope {
    /// Identifies the hub and those above and below it, which have their posts delivered in one order.
    let tree: ObjectIdentifier

    /// The actor that is current, if that is known.
    let actor: ObjectIdentifier?

    /// What the scope is counted as a reader with.
    var reading: Readers.Reading

    /// What is being delivered; the topic lives as long as its hub, the cause as long as the delivery.
    private(set) var topic: Unmanaged<Topic>?
    private(set) var location: SourceLocation
    var cause: Unmanaged<Cause>?

    /// Whether a handler keeps the message from those after it.
    var isConsumed = false

    /// Whether jobs of a queue are being called: what they post waits here.
    private(set) var isFlushing = false

    private let outer: UnsafeMutableRawPointer?

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
        at location: SourceLocation, because cause: Unmanaged<Cause>?, actor: ObjectIdentifier?, frame: UInt
    ) -> UnsafeMutablePointer<PostScope> {
        let scope = thread.takeMemory().bindMemory(to: PostScope.self, capacity: 1)
        scope.initialize(
            to: PostScope(
                tree: hub.treeID, actor: actor, reading: reading, topic: topic, location: location, cause: cause,
                outer: thread.scope, frame: frame))
        thread.scope = UnsafeMutableRawPointer(scope)
        return scope
    }

    /// Ends the scope, and answers with what it was counted as a reader.
    @inline(__always)
    static func end(_ scope: UnsafeMutablePointer<PostScope>, on thread: CurrentThread) -> Readers.Reading {
        let reading = scope.pointee.reading
        thread.scope = scope.pointee.outer
        thread.giveBack(UnsafeMutableRawPointer(scope))
        return reading
    }

    /// The innermost scope of the thread.
    static func current(on thread: CurrentThread) -> UnsafeMutablePointer<PostScope>? {
        if thread.scope != nil { discardStale(on: thread) }
        return thread.scope?.assumingMemoryBound(to: PostScope.self)
    }

    /// The innermost scope of a tree of hubs.
    static func current(of hub: Hub, on thread: CurrentThread) -> UnsafeMutablePointer<PostScope>? {
        var next = current(on: thread)
        while let scope = next, scope.pointee.tree != hub.treeID { next = scope.pointee.outerScope }
        return next
    }

    /// The scope in which this one was begun.
    var outerScope: UnsafeMutablePointer<PostScope>? { outer?.assumingMemoryBound(to: PostScope.self) }

    /// What is being delivered, as something that can be the cause of others; `nil` if that is nothing.
    var origin: Origin? {
        if let cause { return cause.takeUnretainedValue().origin }
        guard let topic else { return nil }
        let step = Origin.Step(topic: topic.takeUnretainedValue(), location: location)
        return Cause.handled.map { Origin(step, inHandlerOf: $0) } ?? Origin(step)
    }

    /// Makes a pending message what is being delivered.
    mutating func deliver(_ message: PendingMessage) {
        topic = .passUnretained(message.topic)
        location = message.location
        cause = .passUnretained(message)
        isConsumed = false
    }

    /// Calls jobs of a queue, and lets what they post wait in a scope, which they reach meanwhile.
    static func flush(into scope: UnsafeMutablePointer<PostScope>, _ body: () -> Void) {
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
        while let scope = thread.scope?.assumingMemoryBound(to: PostScope.self), scope.pointee.frame <= here {
            let messages = scope.pointee.takeAll()
            end(scope, on: thread).abandon()
            // On what this thread runs is not known here: subscribers on an actor get them through its queue.
            for message in messages { message.hub.deliver(message, on: nil) }
        }
    }
}

extension Origin {
    /// The origin of what is made now, on this thread.
    init(of topic: Topic, at location: SourceLocation, on thread: CurrentThread) {
        let step = Step(topic: topic, location: location)
        if let scope = PostScope.current(on: thread) {
            if let cause = scope.pointee.cause {
                self.init(step, because: cause.takeUnretainedValue())
            } else if let origin = scope.pointee.origin {
                self = origin.hasCause ? Origin(step, because: Cause(origin)) : Origin(step, after: origin.step)
            } else {
                self.init(step)
            }
        } else if let handled = Cause.handled {
            self.init(step, inHandlerOf: handled)
        } else {
            self.init(step)
        }
    }
}
