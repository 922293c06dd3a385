// Messages: one module posts that something happened, and all subscribers receive it.
//
// The questions that the files of this folder answer:
//
// - `MessageCenter`: what is a center of messages?
// - `MessageCenter+Posting`: how is a message posted, and when does it wait?
// - `MessageTopic`: which types does a message belong to?
// - `MessageCenter+Observing`: how does a synchronous handler or a tap begin to receive messages?
// - `MessageCenter+AsyncObserving`: how does an asynchronous handler receive them?
// - `MessageSequence`: how does `for await` receive them?
// - `Inbox`: how do messages wait for these two? `InboxState`: which one is next, and which one is dropped?
// - `MessageBuffer`: what does a client choose about that?
// - `MessageCenter+Publishing`: how does a poster wait for all subscribers?
// - `MessageCenter+Retaining`: which messages does a later subscriber receive?
//
// A request is a call of its one responder: the folder `Calls` has requests.

public import SignalboxCore

/// Messages: one module posts that something happened, and all subscribers receive it.
///
/// Any `Sendable` type is a message. Poster and subscribers know the type, and not each other.
///
/// ```swift
/// struct ItemAdded: Sendable { let name: String }
///
/// let center = MessageCenter()
/// let registration = center.observe(ItemAdded.self) { added in print("added", added.name) }
/// center.post(ItemAdded(name: "lamp"))
/// ```
///
/// A handler runs where it is written: in a screen of the main actor on the main actor, in an actor on that actor,
/// otherwise on the poster. `post` calls the handlers that may run where it is called before it returns, and leaves the
/// message in the queue of the other actors; it never blocks a thread.
///
/// Subscribers of one isolation receive a message by priority, higher first, and then in the order of their registration,
/// whether they observe its type, a protocol that it conforms to, or a superclass. Messages of one thread reach every
/// subscriber in the order in which they were posted. A message posted by a handler follows once the one being delivered
/// has reached all its subscribers here.
///
/// A protocol that is observed should refine `Sendable`. Otherwise a conformance may be isolated to an actor, and whether a
/// message conforms depends on where its type is first posted.
///
/// A center retains its subscribers' handlers, never their owners. It keeps an entry for each type that was ever observed or
/// posted; all other memory is proportional to live subscriptions. Subscriptions of a released owner are removed at the next message
/// for them, or when the number of subscriptions has doubled.
public final class MessageCenter: Sendable {
    /// A center for programs that need one only.
    public static let shared = MessageCenter()

    let hub: Hub
    let clock: any Clock<Duration>

    /// Kept alive, since a center that is released closes those inside it.
    private let parent: MessageCenter?

    /// Creates a center without subscribers.
    ///
    /// - Parameters:
    ///   - name: The name of the center in a trace.
    ///   - cycleLimit: The length of the longest causal chain of a message, from 1 to 1,000. A longer one is refused with a
    ///     `DeliveryCycle`. An asynchronous handler begins a new count.
    ///   - trace: The trace that records messages, deliveries and requests.
    ///   - clock: The clock for timeouts of requests.
    ///   - onError: Called with a handler's error, with a refused post and with dropped messages, on the thread where that happened.
    ///     A failure inside the closure of an `update` is reported when that has ended. Failures that its own posts lead to are not
    ///     reported. By default, a line is written to the log: see `DeliveryFailure`.
    ///   - onDeadLetter: Called once with a message that had no receiver, and a `DeadLetter` as its error, on the thread that
    ///     detects it. Its own posts are never reported. By default, the first of each type is written to the
    ///     log; later ones are not.
    public init(
        name: String? = nil, cycleLimit: Int = 100, trace: Trace = .shared,
        clock: any Clock<Duration> = ContinuousClock(),
        onError: (@Sendable (DeliveryFailure) -> Void)? = nil,
        onDeadLetter: (@Sendable (DeliveryFailure) -> Void)? = nil
    ) {
        let policy = Hub.Policy(
            cycleLimit: cycleLimit, passesUp: true, onError: onError ?? DeliveryFailure.log,
            onDeadLetter: onDeadLetter, logsDeadLetters: onDeadLetter == nil)
        hub = Hub(name: name, trace: trace, policy: policy)
        parent = nil
        self.clock = clock
    }

    /// Creates a center inside another one, whose messages go up to it.
    ///
    /// A message posted here reaches the subscribers here, and then those of the parent and of its parents, each at most
    /// once. A handler that consumes it keeps it from all later subscribers. A request without a responder here goes to the
    /// parent. Messages of the parent are not delivered here. The limit of cycles, the trace, the clock and the handlers of
    /// errors and dead letters are the parent's. Centers are nested at most 1,000 deep.
    ///
    /// - Parameters:
    ///   - parent: The center around this one. It is retained, and closing it closes this one.
    ///   - name: The name of the center in a trace.
    public init(parent: MessageCenter, name: String? = nil) {
        hub = Hub(parent: parent.hub, name: name, trace: parent.hub.trace, policy: parent.hub.policy)
        self.parent = parent
        clock = parent.clock
    }

    deinit { close() }

    /// Closes this center and those inside it.
    ///
    /// Posts are refused, and return `false`; sequences finish; requests that wait fail with `RequestError.Reason.closed`; no
    /// handler is called any more, and a new subscription ends before it begins. A handler that is running may end, and may
    /// be the one that calls this.
    public func close() {
        hub.close()
    }

    /// Ends all observations and responders of an owner in this center.
    ///
    /// You need not call it when an owner is released: its subscriptions end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        hub.cancel(ownedBy: ObjectIdentifier(owner))
    }

    /// All subscriptions in the order in which they were made, among them responders and requests that wait for their answer.
    ///
    /// Subscriptions of released owners are removed and not listed. Takes time linear in their number, except for a logarithm.
    public var observations: [ObservationInfo] { hub.observations }
}

extension MessageCenter {
    /// Consumes the current message: no later subscriber receives it, whatever type it observes.
    ///
    /// Call it in a handler, before it returns. Of a message that was posted, synchronous handlers that are called by the post
    /// can consume it. It already waits in the queues of other actors and asynchronous handlers with a higher priority, and
    /// subscribers with a lower one do not receive it. Of a message that was published, all handlers can consume it.
    ///
    /// ```swift
    /// center.observe(BackPressed.self, priority: 1) { _ in
    ///     if sheet.close() { center.consume() }
    /// }
    /// ```
    ///
    /// Outside of a handler, it does nothing.
    public func consume() {
        if let scope {
            scope.isConsumed = true
        } else {
            TaskScope.current?.consume()
        }
    }

    /// The causal chain of the delivery in progress, oldest first; the current message is the last element.
    ///
    /// A causal chain has posts, sets and calls of all centers, each made by a handler of the one before. Read it in a handler,
    /// before it returns; outside one it is empty. For a message that an asynchronous handler posts, it begins with the message of
    /// that handler. Takes time linear in its length.
    ///
    /// ```swift
    /// center.observe(LoggedOut.self) { _ in print(center.origin.last?.location ?? "not in a handler") }
    /// ```
    public var origin: [DeliveryStep] { (scope?.cause ?? TaskScope.current?.cause)?.chain ?? [] }

    /// The innermost scope of this thread in which this center or one of its tree delivers something.
    private var scope: DeliveryScope? { DeliveryScope.current(of: hub, on: CurrentThread.current) }
}

// For bridges and tests.
extension MessageCenter {
    /// The trace that records its operations.
    package var trace: Trace { hub.trace }

    /// Reports an error about a message that was posted earlier.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - type: The type of the message.
    ///   - location: The code that caused it.
    package func report<Message>(_ error: any Error, of type: Message.Type, from location: SourceLocation) {
        let cause = Cause(of: hub.messageTopic(of: type), at: location, on: .current)
        hub.report(DeliveryFailure(error, of: "\(type)", from: location), because: cause)
    }
}

extension MessageCenter: HubOwner {
    package func pendingWork() -> PendingWork { hub.pendingWork() }
}
