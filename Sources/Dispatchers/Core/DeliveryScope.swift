/// An outermost delivery on one thread, or one that began inside of another: what is being delivered, and what was posted
/// meanwhile and waits until the message before it has reached all its inline subscribers.
///
/// The scope is counted as a reader, so that no list or handler that it may call is released. It belongs to its thread, which uses
/// the object again for the next scope at its depth. So a post allocates none, and a scope can be used though the frame that
/// began it was left by an exception.
final class DeliveryScope {
    /// With what a scope begins.
    struct Context {
        /// Identifies the hub and those above and below it, which have their posts delivered in one order.
        let tree: ObjectIdentifier

        /// The actor that is current, if that is known.
        let actor: ObjectIdentifier?

        /// What the scope is counted as a reader with.
        var reading: Readers.Reading

        /// What is being delivered; the topic lives as long as its hub.
        var topic: Borrowed<Topic>?
        let location: SourceLocation

        /// The origin of what is made in the scope, where none is delivered; the frame that began the scope has it.
        let origin: Lent?

        /// An address in that frame.
        let frame: UInt
    }

    private(set) var context: Context

    /// How many scopes had begun on the thread before it.
    private(set) var number = 0

    /// Whether a handler keeps the message from those after it.
    var isConsumed = false

    /// Whether jobs of a queue are being called: what they post waits here.
    private(set) var isFlushing = false

    /// How many messages wait.
    private(set) var count = 0

    /// How many posts found no room.
    var dropped = 0

    private var waiting = Waiting<PendingMessage>()

    /// The copy that is being delivered, if it is one, which is retained meanwhile.
    private var message: Borrowed<PendingMessage>?

    /// The scope around this one, which belongs to the thread as well, and the one that is begun in it.
    private let around: Borrowed<DeliveryScope>?
    private let inner = AtomicReference<DeliveryScope>()

    private init(_ context: Context, in outer: Borrowed<DeliveryScope>?) {
        self.context = context
        around = outer
    }

    /// Begins a scope, which is the current one of the thread until it ends.
    @inline(__always)
    static func begin(_ context: Context, on thread: CurrentThread) -> Borrowed<DeliveryScope> {
        let outer = thread.scope
        let known = outer == nil ? thread.spare : outer?.with { $0.inner.load() }
        let scope = known ?? make(context, on: thread)
        scope.with { scope in
            scope.context = context
            scope.number = thread.scopeCount
            scope.isConsumed = false
            scope.message = nil
        }
        thread.scopeCount &+= 1
        thread.scope = scope
        return scope
    }

    @inline(never)
    private static func make(_ context: Context, on thread: CurrentThread) -> Borrowed<DeliveryScope> {
        let new = DeliveryScope(context, in: thread.scope)
        if let outer = thread.scope { _ = outer.object.inner.exchange(new) } else { thread.spare = Borrowed(new) }
        return Borrowed(new)
    }

    /// Ends the scope, and returns what it was counted with as a reader.
    func end(on thread: CurrentThread) -> Readers.Reading {
        thread.scope = around
        return context.reading
    }

    /// The innermost scope of the thread.
    static func current(on thread: CurrentThread) -> DeliveryScope? {
        if thread.scope != nil { discardStale(on: thread) }
        return thread.scope?.object
    }

    /// The innermost scope of a tree of hubs.
    static func current(of hub: Hub, on thread: CurrentThread) -> DeliveryScope? {
        var next = current(on: thread)
        while let scope = next, scope.context.tree != ObjectIdentifier(hub.tree) { next = scope.outer }
        return next
    }

    /// The scope in which this one was begun.
    var outer: DeliveryScope? { around?.object }

    var actor: ObjectIdentifier? { context.actor }

    /// What is being delivered.
    var topic: Topic? { context.topic?.object }

    /// What is being delivered, as the cause of what is made meanwhile; `nil` if that is nothing.
    var origin: Origin? {
        if let message { return message.object.origin }
        if let origin = context.origin { return origin.read(as: Origin.self) }
        guard let topic else { return nil }
        return Origin(DeliveryStep(of: topic, at: context.location), inHandlerOf: Handling.current?.origin)
    }

    /// Makes a pending message what is being delivered while a body is called.
    func delivering(_ message: PendingMessage, _ body: () -> Void) {
        context.topic = Borrowed(message.topic)
        self.message = Borrowed(message)
        isConsumed = false
        body()
        self.message = nil
    }

    /// Calls jobs of a queue, and lets what they post wait in the scope, which they reach meanwhile.
    func flush(_ body: () -> Void) {
        let wasFlushing = isFlushing
        isFlushing = true
        body()
        isFlushing = wasFlushing
    }

    /// Calls foreign code that is no handler, and so consumes nothing.
    func withoutConsuming<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasConsumed = isConsumed
        defer { isConsumed = wasConsumed }
        return try body()
    }

    /// Continues as a reader in the current epoch: what is delivered next may reach some who subscribed since it began.
    func renew(_ readers: Readers) {
        var reading = context.reading
        if readers.isCurrent(reading) { return }
        readers.renew(&reading)
        context.reading = reading
    }

    /// Lets a message wait behind all others.
    func append(_ message: PendingMessage) {
        waiting.append(message)
        count += 1
    }

    /// Takes the message that has waited longest.
    func popFirst() -> PendingMessage? {
        count = max(0, count - 1)
        return waiting.popFirst()
    }

    /// Takes all that wait.
    func takeAll() -> [PendingMessage] {
        let all = waiting.all
        (waiting, count) = (Waiting(), 0)
        return all
    }

    /// Ends scopes that were left by an exception, which runs none of their code, and delivers what waited in them.
    ///
    /// The frame of a scope is at a higher address than the frames that it leads to, since stacks grow downward. A scope that
    /// was left may look like that too, if this is called from further inside than it was; then it is found the next time.
    static func discardStale(on thread: CurrentThread) {
        let here = CurrentThread.stackAddress
        while let scope = thread.scope?.object, scope.context.frame <= here {
            let messages = scope.takeAll()
            scope.isFlushing = false
            scope.end(on: thread).abandon()
            // On what this thread runs is not known here: subscribers on an actor get them through its queue.
            for message in messages { message.hub.run(on: nil) { $0.append(message) } }
        }
    }
}
