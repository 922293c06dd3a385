import SignalboxCore
import Synchronization

/// Deliveries that one thread makes one after the other: the value that was posted, and the posts that its handlers make.
///
/// Scopes of a thread nest: a handler that calls a protocol, sets another state or posts to another center begins an inner one. A
/// scope has a reader, so that no list or handler that it may call is released. It belongs to its thread, which uses the object again
/// for the next scope at its depth, so beginning one allocates nothing.
final class DeliveryScope {
    let reader = Reader.make()

    /// The hub that delivers; the caller of `begin` retains it until the scope ends.
    private(set) var hub: UnretainedReference<Hub>

    /// The current actor, if it is known.
    private(set) var actor: ObjectIdentifier?

    /// The topic and the source location of an update, which is the cause of the steps in it; the update retains the topic.
    private var update: (topic: UnretainedReference<Topic>, location: SourceLocation)?

    /// The cause of the steps in the scope, if it is known.
    private var knownCause: Cause?

    /// The value that is being delivered, and a copy of it once one had to be made.
    private(set) var posting: Posting?
    private(set) var copy: Envelope?

    /// A Boolean value that indicates whether a handler keeps the value from later receivers.
    var isConsumed = false

    /// The value that is being delivered as a value of other topics.
    private var conversions = Conversions()

    /// A Boolean value that indicates whether the end of the scope has to release a cause, a copy or conversions, or to reset a count.
    ///
    /// Each delivery reads it, which costs less than reading these.
    private var needsReset = false

    /// A Boolean value that indicates whether jobs of a queue are called in it.
    ///
    /// Their posts wait in this scope.
    private var isDrainingQueue = false

    /// Reports that have to wait until the thread updates no state, if it does in this scope.
    var delayedReports: [@Sendable () -> Void]?

    /// The number of posts that found no room since the scope began, without those of reports.
    private var lostCount = 0

    /// The posts that wait in it.
    private(set) var posts = Queue<AcceptedMessage>()

    /// A Boolean value that indicates whether posts wait.
    ///
    /// Each delivery reads it, which costs less than reading the queue.
    private(set) var hasPosts = false

    /// The scope around this one, which belongs to the thread as well, and the scope that is begun in it.
    private let around: UnretainedReference<DeliveryScope>?
    private let inner = AtomicReference<DeliveryScope>()

    /// The number of scopes around this one.
    let depth: Int

    private init(in hub: Hub, around: UnretainedReference<DeliveryScope>?) {
        self.hub = UnretainedReference(hub)
        self.around = around
        depth = around.map { $0.object.depth + 1 } ?? 0
    }

    deinit { reader.remove() }

    /// The scope in which this one was begun.
    var outer: DeliveryScope? { around?.object }
}

extension DeliveryScope {
    /// Begins a scope, which is the current one of the thread until it ends.
    ///
    /// All other properties were reset when the last scope of this object ended. Inlined, so that the posting is made where it is stored.
    @inline(__always)
    static func begin(
        in hub: Hub, delivering posting: Posting? = nil, because cause: Cause?, on actor: ObjectIdentifier?,
        _ thread: CurrentThread
    ) -> UnretainedReference<DeliveryScope> {
        let outer = thread.scope
        let known = outer == nil ? thread.outermostScope : outer?.with { $0.inner.load() }
        let scope = known ?? make(in: hub, on: thread)
        scope.with { scope in
            scope.hub = UnretainedReference(hub)
            scope.actor = actor
            scope.posting = posting
            scope.isConsumed = false
            if let cause { scope.begin(because: cause) }
        }
        thread.scope = scope
        hub.tree.activity.note()
        return scope
    }

    /// Sets the cause of the steps in the scope.
    ///
    /// A function of its own, since most scopes have none, and a cause is large.
    @inline(never)
    private func begin(because cause: Cause) {
        knownCause = cause
        needsReset = true
    }

    @inline(never)
    private static func make(in hub: Hub, on thread: CurrentThread) -> UnretainedReference<DeliveryScope> {
        let new = DeliveryScope(in: hub, around: thread.scope)
        if let outer = thread.scope {
            _ = outer.object.inner.exchange(new)
        } else {
            thread.outermostScope = UnretainedReference(new)
        }
        return UnretainedReference(new)
    }

    /// Ends the scope.
    ///
    /// Objects that other threads retired meanwhile are released.
    @inline(__always)
    func end(on thread: CurrentThread) {
        thread.scope = around
        hub.with { $0.tree.activity.note() }
        if needsReset { reset() }
        reader.end()
    }

    /// Releases the copies and the cause.
    ///
    /// Must be called last, since foreign code may run then.
    @inline(never)
    private func reset() {
        let old = (copy, knownCause, conversions)
        needsReset = false
        lostCount = 0
        copy = nil
        knownCause = nil
        conversions = Conversions()
        withExtendedLifetime(old) {}
    }

    @inline(never)
    private func releaseConversions() {
        let old = conversions
        conversions = Conversions()
        withExtendedLifetime(old) {}
    }

    /// The state that is updated in this scope.
    private var updatedTopic: Topic? { update?.topic.object }

    /// Makes an update of a state the cause of the steps that are made now, and delays reports.
    func beginUpdate(of topic: Topic, at location: SourceLocation) {
        update = (UnretainedReference(topic), location)
        delayedReports = []
    }

    /// Ends the update, and takes the reports that waited for that.
    func endUpdate() -> [@Sendable () -> Void] {
        defer {
            update = nil
            delayedReports = nil
        }
        return delayedReports ?? []
    }
}

extension DeliveryScope {
    /// The cause of steps that are made now in the scope; `nil` if nothing is delivered or updated in it.
    var cause: Cause? {
        if let known = copy?.cause ?? knownCause { return known }
        if let posting { return cause(of: posting.topic, at: posting.location) }
        return update.map { cause(of: $0.topic, at: $0.location) }
    }

    private func cause(of topic: UnretainedReference<Topic>, at location: SourceLocation) -> Cause {
        Cause(DeliveryStep(of: topic.object, at: location), inTaskOf: TaskScope.current?.cause)
    }

    /// Returns a copy of the value that is being delivered, made once.
    func makeCopy() -> Envelope {
        if let copy { return copy }
        guard let posting, let cause else { preconditionFailure("nothing is delivered") }
        let topic = posting.topic.object
        let new = Envelope(
            topic.box(posting.value), of: topic, in: hub.object, because: cause, about: posting.subject?.object)
        copy = new
        needsReset = true
        return new
    }

    /// Returns the value that is being delivered as a value of a topic; `nil` if it does not belong to that.
    func conversion(to topic: Topic) -> Conversion? {
        guard let posting else { return nil }
        if let known = conversions.known(to: topic) { return known }
        let new = topic.convert(posting, in: self)
        conversions.add(new, to: topic)
        needsReset = true
        return new
    }

    /// Returns a copy of the value that is being delivered as a value of a topic; `nil` if it does not belong to that.
    func makeCopy(for topic: Topic) -> Envelope? {
        guard let posting, posting.topic.with({ topic.needsConversion(from: $0) }) else { return makeCopy() }
        guard let conversion = conversion(to: topic), let cause else { return nil }
        if let copy = conversion.copy { return copy }
        let new = Envelope(conversion.box(), of: topic, in: hub.object, because: cause)
        conversion.copy = new
        return new
    }

    /// Makes a message the value that is being delivered while a body is called, in the context of its post.
    func withCurrent(_ message: Envelope, _ body: () -> Void) {
        let subject = message.subject
        if !conversions.isEmpty { releaseConversions() }
        message.lend { value in
            posting = Posting(
                value: value, topic: UnretainedReference(message.topic), location: message.location,
                subject: subject.map { UnretainedReference($0) })
            copy = message
            isConsumed = false
            CarriedValues.with(message.cause.carried, body)
            posting = nil
            copy = nil
        }
        if !conversions.isEmpty { releaseConversions() }
        withExtendedLifetime((subject, message)) {}
    }
}

extension DeliveryScope {
    /// Lets a message wait behind the others, whose number has a limit already.
    func append(_ message: AcceptedMessage) {
        posts.append(message)
        hasPosts = true
    }

    /// Lets a message wait behind the others, if there is room.
    ///
    /// - Returns: The loss; `nil` if the message waits.
    func append(_ new: AcceptedMessage, limit: Int) -> Loss? {
        guard posts.count >= limit else {
            append(new)
            return nil
        }
        needsReset = true
        return Loss(of: new.message, counting: &lostCount)
    }

    func popFirstPost() -> AcceptedMessage? {
        defer { hasPosts = !posts.isEmpty }
        return posts.popFirst()
    }

    func takeAllPosts() -> [AcceptedMessage] {
        if !hasPosts { return [] }
        defer {
            posts = Queue()
            hasPosts = false
        }
        return posts.all
    }

    /// Calls a body, such as the jobs of a queue, whose scopes leave their posts to this one.
    func collectingPosts<Result>(_ body: () -> Result) -> Result {
        let wasDraining = isDrainingQueue
        isDrainingQueue = true
        defer { isDrainingQueue = wasDraining }
        return body()
    }
}

// Finding a scope among those of a thread.
extension DeliveryScope {
    /// The innermost scope of a thread in which a hub, or one above or below it, delivers.
    @inline(never)
    static func current(of hub: Hub, on thread: CurrentThread) -> DeliveryScope? {
        var next = thread.scope?.object
        while let scope = next, scope.hub.object.tree !== hub.tree { next = scope.outer }
        return next
    }

    /// The scope of the same hubs around this one, if it drains a queue.
    fileprivate var drainingScope: DeliveryScope? {
        var next = outer
        while let scope = next, scope.hub.object.tree !== hub.object.tree { next = scope.outer }
        return next.flatMap { $0.isDrainingQueue ? $0 : nil }
    }

    /// Returns whether a thread updates a state, in any center.
    static func isUpdating(_ state: Topic, on thread: CurrentThread) -> Bool {
        var next = thread.scope?.object
        while let scope = next {
            if let updated = scope.updatedTopic, updated.id == state.id { return true }
            next = scope.outer
        }
        return false
    }

    /// The outermost scope of a thread that delays reports.
    static func delayingReports(on thread: CurrentThread) -> DeliveryScope? {
        var found: DeliveryScope?
        var next = thread.scope?.object
        while let scope = next {
            if scope.delayedReports != nil { found = scope }
            next = scope.outer
        }
        return found
    }
}

// Scopes of their own: for jobs, replays, updates and reports.
extension Hub {
    /// Calls a body in a scope of its own, in which a message is being delivered.
    func run(on actor: ObjectIdentifier?, with message: Envelope, _ body: (DeliveryScope) -> Void) {
        run(on: actor) { scope in scope.withCurrent(message) { body(scope) } }
    }

    /// Calls a body in a scope of its own, and then delivers the messages that were posted in it.
    ///
    /// - Parameters:
    ///   - actor: The current actor.
    ///   - cause: The cause of the steps of the body.
    ///   - body: The body.
    /// - Throws: The error of the body.
    @inline(never)
    func run<Failure: Error>(
        on actor: ObjectIdentifier?, because cause: Cause? = nil, _ body: (DeliveryScope) throws(Failure) -> Void
    ) throws(Failure) {
        let scope = DeliveryScope.begin(in: self, because: cause, on: actor, .current).object
        scope.reader.begin(readers, at: readers.now)
        defer { finish(scope) }
        try body(scope)
    }

    /// Delivers the messages that were posted in a scope, and ends the scope.
    ///
    /// If jobs of a queue are called in a scope around it, the messages wait in that.
    private func finish(_ scope: DeliveryScope) {
        if scope.hasPosts, let outer = scope.drainingScope { movePosts(of: scope, to: outer) }
        deliverPosts(in: scope)
        scope.end(on: CurrentThread.current)
    }

    /// Lets the messages that wait in a scope wait in another one, as far as there is room.
    private func movePosts(of scope: DeliveryScope, to outer: DeliveryScope) {
        // Those that reports of drops post meanwhile follow.
        while let post = scope.popFirstPost() {
            if let loss = outer.append(post, limit: policy.queueLimit) { drop(post, loss) }
        }
    }

    /// Calls a body in a scope of its own, inside the current delivery if there is one.
    ///
    /// If this thread delivers something for the same hubs, posts of the body wait in that scope.
    func runInside(because cause: Cause? = nil, _ body: (DeliveryScope) -> Void) {
        guard let scope = DeliveryScope.current(of: self, on: CurrentThread.current) else {
            return run(on: nil, because: cause, body)
        }
        scope.collectingPosts { run(on: scope.actor, because: cause, body) }
    }
}

/// The call of an asynchronous handler that the current task runs: the counterpart of `DeliveryScope`, which belongs to a thread.
///
/// A task that the handler starts inherits it. It has no effect there once the handler has returned.
final class TaskScope: Sendable {
    @TaskLocal private static var inherited: TaskScope?

    /// The innermost call that the current task is part of and that is still running.
    static var current: TaskScope? { inherited.flatMap { $0.hasEnded.load(ordering: .acquiring) ? nil : $0 } }

    /// The message that the handler was called with.
    let cause: Cause

    /// The posts that a publication delivers at its end; `nil` if no publication waits for the handler.
    private let posts: DelayedPosts?

    private let consumed = Atomic(false)
    private let hasEnded = Atomic(false)

    init(_ cause: Cause, delaying posts: DelayedPosts?) {
        self.cause = cause
        self.posts = posts
    }

    /// A Boolean value that indicates whether the handler keeps the message from later receivers.
    var isConsumed: Bool { consumed.load(ordering: .acquiring) }

    func consume() {
        consumed.store(true, ordering: .releasing)
    }

    /// Runs the handler in this scope.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ handler: () async throws -> Result
    ) async rethrows -> Result {
        defer { hasEnded.store(true, ordering: .releasing) }
        return try await Self.$inherited.withValue(self, operation: handler)
    }

    /// Returns the publication that delivers what the current task posts to a tree of hubs.
    static func delayedPosts(in tree: Hub.Tree) -> DelayedPosts? {
        guard DelayedPosts.areInUse else { return nil }
        return current?.posts.flatMap { $0.tree === tree ? $0 : nil }
    }
}

/// The messages that the handlers of a publication post, which are delivered when the message has reached all its receivers.
final class DelayedPosts: Sendable {
    /// The number of publications in the process that collect posts.
    ///
    /// While it is zero, a post need not look for one.
    private static let count = Atomic(0)

    static var areInUse: Bool { count.load(ordering: .relaxed) > 0 }

    let tree: Hub.Tree
    private let limit: Int
    private let state = Protected(State())

    private struct State: Sendable {
        var posts: [AcceptedMessage] = []
        var lostCount = 0
        var isTaken = false
    }

    /// The end of an attempt to add a message.
    enum Addition: Sendable {
        case added
        /// The publication has ended.
        case refused
        /// There was no room.
        case dropped(Loss)
    }

    /// Creates a collection for posts to a tree of hubs.
    init(in tree: Hub.Tree, limit: Int) {
        self.tree = tree
        self.limit = limit
        Self.count.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { Self.count.wrappingSubtract(1, ordering: .relaxed) }

    func add(_ post: AcceptedMessage) -> Addition {
        state.withLock { state in
            if state.isTaken { return .refused }
            if state.posts.count >= limit { return .dropped(Loss(of: post.message, counting: &state.lostCount)) }
            state.posts.append(post)
            return .added
        }
    }

    /// Takes all messages.
    ///
    /// None can be added afterwards.
    func takeAll() -> [AcceptedMessage] {
        state.withLock { state in
            state.isTaken = true
            defer { state.posts = [] }
            return state.posts
        }
    }
}
