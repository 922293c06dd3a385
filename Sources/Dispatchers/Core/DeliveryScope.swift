/// A value that is posted, set or called: where it is, what it is, and where that was written.
///
/// The caller retains the value, the topic and the subject until the delivery is over.
struct Posting {
    /// A value of the topic's type.
    var value: Lent
    var topic: Borrowed<Topic>

    /// The value and the topic of the optional that it was posted as, of which the value is what that wraps.
    var posted: (value: Lent, topic: Borrowed<Topic>)?

    let location: SourceLocation

    /// The object that it is about.
    var subject: Borrowed<any AnyObject & Sendable>?

    /// Whether subscribers on other actors must not receive it.
    var isConfined = false
}

/// A delivery on one thread, outermost or begun inside of another: what is being delivered, what has become of it, and what was
/// posted meanwhile and waits until the message before it has reached all its inline subscribers.
///
/// The scope has a reader, so that no list or handler that it may call is released. It belongs to its thread, which uses
/// the object again for the next scope at its depth. So a post allocates none, and a scope can be used though the frame that
/// began it was left by an exception.
final class DeliveryScope {
    let reader = Reader.make()

    /// The hub that delivers.
    private var hub: Borrowed<Hub>

    /// The actor that is current, if that is known, and the one whose subscribers may be called at once.
    private(set) var actor: ObjectIdentifier?
    var here: ObjectIdentifier?

    /// An address in the frame that began it.
    private var frame: UInt = 0

    /// The origin of the set or call that is delivered, or of the body of `run`, unless `kept` has it.
    private var cause: Origin?

    /// What is being delivered, and the copy of it, once it had to be kept.
    private(set) var posting: Posting?
    private(set) var kept: PendingMessage?

    /// The state that is being updated, if one is, and where.
    var updated: (topic: Borrowed<Topic>, location: SourceLocation)?

    /// Whether a subscriber received it, or it was reported why not.
    var isReceived = false

    /// Whether a handler keeps it from those after it.
    var isConsumed = false

    /// The subscribers on other actors, by their queue.
    var groups: [(queue: ActorQueue, subscriptions: [Subscription])] = []

    /// Whether jobs of a queue are being called: what they post waits here.
    private var isFlushing = false

    /// How many posts found no room.
    var dropped = 0

    /// What was posted in it and waits, and whether something does: each post asks for that, and a property that is changed in
    /// place is read at the cost of a check for exclusive access.
    private(set) var posts = Waiting<AcceptedMessage>()
    private(set) var hasPosts = false

    /// The scope around this one, which belongs to the thread as well, and the one that is begun in it.
    private let around: Borrowed<DeliveryScope>?
    private let inner = AtomicReference<DeliveryScope>()

    private init(in hub: Hub, _ outer: Borrowed<DeliveryScope>?) { (self.hub, around) = (Borrowed(hub), outer) }

    deinit { reader.remove() }

    /// Begins a scope, which is the current one of the thread until it ends.
    @inline(__always)
    static func begin(
        in hub: Hub, for posting: Posting? = nil, because cause: Origin?, on actor: ObjectIdentifier?,
        _ thread: CurrentThread, frame: UInt = CurrentThread.stackAddress
    ) -> Borrowed<DeliveryScope> {
        let outer = thread.scope
        let known = outer == nil ? thread.spare : outer?.with { $0.inner.load() }
        let scope = known ?? make(in: hub, on: thread)
        scope.with { scope in
            (scope.hub, scope.actor, scope.here, scope.frame) = (Borrowed(hub), actor, actor, frame)
            (scope.posting, scope.updated) = (posting, nil)
            (scope.isReceived, scope.isConsumed) = (false, false)
            if cause != nil { scope.cause = cause }
        }
        thread.scope = scope
        return scope
    }

    @inline(never)
    private static func make(in hub: Hub, on thread: CurrentThread) -> Borrowed<DeliveryScope> {
        let new = DeliveryScope(in: hub, thread.scope)
        if let outer = thread.scope { _ = outer.object.inner.exchange(new) } else { thread.spare = Borrowed(new) }
        return Borrowed(new)
    }

    /// Ends the scope.
    @inline(__always)
    func end(on thread: CurrentThread) {
        thread.scope = around
        if kept != nil || cause != nil { forget() }
        reader.end()
    }

    @inline(never)
    private func forget() {
        // Released last, since foreign code may run then.
        var (message, origin) = (PendingMessage?.none, Origin?.none)
        swap(&message, &kept)
        swap(&origin, &cause)
    }

    /// The innermost scope of the thread, or of those in which a tree of hubs delivers.
    @inline(never)
    static func current(of hub: Hub? = nil, on thread: CurrentThread) -> DeliveryScope? {
        if thread.scope != nil { discardStale(on: thread) }
        var next = thread.scope?.object
        while let scope = next, let hub, scope.hub.object.tree !== hub.tree { next = scope.outer }
        return next
    }

    /// The scope in which this one was begun.
    var outer: DeliveryScope? { around?.object }

    /// The scope of the same hubs, around this one, that calls jobs of a queue, if it does.
    var flushing: DeliveryScope? {
        var next = outer
        while let scope = next, scope.hub.object.tree !== hub.object.tree { next = scope.outer }
        return next.flatMap { $0.isFlushing ? $0 : nil }
    }

    /// What is being delivered, as the cause of what is made meanwhile; `nil` if that is nothing.
    var origin: Origin? {
        if let known = kept?.origin ?? cause { return known }
        return (posting.map { ($0.topic, $0.location) } ?? updated).map { topic, location in
            Origin(DeliveryStep(of: topic.object, at: location), inHandlerOf: Handling.current?.origin)
        }
    }

    /// A copy of the value that is being delivered, made once.
    func keep() -> PendingMessage {
        if let kept { return kept }
        guard let posting, let origin else { preconditionFailure("nothing is delivered") }
        let topic = posting.topic.object
        let new = PendingMessage(
            topic.box(posting.value), of: topic, in: hub.object, from: origin, about: posting.subject?.object)
        kept = new
        return new
    }

    /// Makes a message that was kept what is being delivered while a body is called.
    func deliver(_ message: PendingMessage, _ body: () -> Void) {
        let subject = message.subject
        message.lend { value in
            posting = Posting(
                value: value, topic: Borrowed(message.topic), location: message.location,
                subject: subject.map { Borrowed($0) })
            (kept, isReceived, isConsumed, here) = (message, false, false, actor)
            body()
            (kept, posting) = (nil, nil)
        }
        withExtendedLifetime((subject, message)) {}
    }

    /// Notes a subscriber on another actor.
    func note(_ subscription: Subscription) {
        guard let queue = subscription.queue else { return }
        if let index = groups.lastIndex(where: { $0.queue === queue }) {
            groups[index].subscriptions.append(subscription)
        } else {
            groups.append((queue, [subscription]))
        }
    }

    /// Calls jobs of a queue, and lets what they post wait in the scope, which they reach meanwhile.
    func flush(_ body: () -> Void) {
        let wasFlushing = isFlushing
        isFlushing = true
        body()
        isFlushing = wasFlushing
    }

    /// Lets a message wait behind all others.
    func append(_ message: AcceptedMessage) {
        posts.append(message)
        hasPosts = true
    }

    /// Takes the message that was posted first.
    func popFirst() -> AcceptedMessage? {
        defer { hasPosts = !posts.isEmpty }
        return posts.popFirst()
    }

    /// Takes all that wait.
    func takeAll() -> [AcceptedMessage] {
        defer { (posts, hasPosts) = (Waiting(), false) }
        return posts.all
    }

    /// Ends scopes that were left by an exception, which runs none of their code, and delivers what waited in them.
    ///
    /// The frame of a scope is at a higher address than the frames that it leads to, since stacks grow downward. A scope that
    /// was left may look like that too, if this is called from further inside than it was; then it is found the next time.
    static func discardStale(on thread: CurrentThread) {
        let here = CurrentThread.stackAddress
        while let scope = thread.scope, scope.with({ $0.frame <= here }) {
            let scope = scope.object
            let messages = scope.takeAll()
            (scope.isFlushing, scope.groups) = (false, [])
            scope.end(on: thread)
            // On what this thread runs is not known here: subscribers on an actor get them through its queue.
            for message in messages { message.message.hub.run(on: nil) { $0.append(message) } }
        }
    }
}
