// Calls: one module calls another one through a protocol, or asks it a question.
//
// The questions that the files of this folder answer:
//
// - `ProtocolDispatcherCenter`: what is a center of calls, and how is a receiver registered?
// - `ProtocolDispatcherCenter+Dispatching`: how does a call reach its receivers, at once or on their actors?
// - `ProtocolDispatcherCenter+Collecting`: how are the results of receivers combined, while the caller waits on its thread?
// - `ProtocolDispatcherCenter+AsyncCollecting`: how are they combined if receivers are called on their actors?
// - `MessageCenter+Requests`: how is a question asked and answered?
// - `MessageCenter+Answering`: how does the caller wait for the one answer, a timeout or the end of its task?

public import SignalboxCore

/// A center for calls through protocols: to all registered receivers, or to one service.
///
/// ```swift
/// protocol LoginObserver { func didLogin(_ user: String) }
///
/// center.register((any LoginObserver).self, by: self) { $0 }
/// center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
/// ```
///
/// The closure that registers converts the owner to the protocol, and the compiler checks it: an owner that does not conform, or
/// conforms on another actor, does not compile. A receiver that is registered on an actor is called only on that actor.
///
/// Receivers are called by priority, higher first, and then in the order of their registration. A call reaches those that
/// are registered when it is made, except those that are cancelled or released before their call. A call that a receiver
/// makes is delivered at once, inside the one being delivered.
///
/// A center does not retain owners. It keeps an entry for each protocol that was ever registered for; all other memory is
/// proportional to live registrations and services. No receiver and no closure runs under a lock, except the one that makes a
/// service: threads that look up the same service wait for it.
public final class ProtocolDispatcherCenter: Sendable {
    /// A center for programs that need only one.
    public static let shared = ProtocolDispatcherCenter()

    let hub: Hub
    var trace: Trace { hub.trace }

    /// The services that live as long as the center, and the scope around all others.
    let application: ServiceScope

    /// Creates a center without receivers and services.
    ///
    /// - Parameters:
    ///   - name: The name of the center in a trace.
    ///   - cycleLimit: The length of the longest causal chain of a call, on any actors, from 1 to 1,000. A longer one is refused with
    ///     a `DeliveryCycle`. An asynchronous handler and a task that a handler starts begin a new count.
    ///   - queueLimit: The largest number of calls that may wait for one actor, at least 1. The next call is dropped and
    ///     reported, with a `QueueOverflow`.
    ///   - trace: The trace that records calls.
    ///   - onError: Called with each receiver that threw where the caller cannot get the error, with each that could not be called
    ///     where it was needed, and with calls that were dropped or refused, on the thread where that happened. A failure
    ///     inside the closure of an `update` is reported when that has ended. Failures that its own calls lead to are not reported. By
    ///     default, a line is written to the log: see `DeliveryFailure`.
    public init(
        name: String? = nil, cycleLimit: Int = 100, queueLimit: Int = 32_768, trace: Trace = .shared,
        onError: (@Sendable (DeliveryFailure) -> Void)? = nil
    ) {
        let policy = Hub.Policy(
            cycleLimit: cycleLimit, queueLimit: queueLimit, onError: onError ?? DeliveryFailure.log)
        hub = Hub(name: name, trace: trace, policy: policy)
        application = ServiceScope(.application, of: hub)
    }

    /// Creates a center with the policy of another one, and a scope of its own in place of the outermost one.
    init(like other: ProtocolDispatcherCenter, with services: ServiceScope, name: String?) {
        hub = Hub(name: name, trace: other.trace, policy: other.hub.policy)
        application = services
    }

    deinit { close() }

    /// Cancels all registrations of an owner in this center.
    ///
    /// You need not call it when an owner is released: its registrations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        hub.cancel(ownedBy: ObjectIdentifier(owner))
    }

    /// Ends all registrations, and closes all services.
    ///
    /// Later calls reach no receivers, and lookups of services fail.
    ///
    /// This method does not wait for receivers that are running. Calling it again does nothing.
    public func close() {
        hub.close()
        application.close()
    }

    /// All registrations in the order in which they were made.
    ///
    /// Those of released owners are removed and not listed. Takes time linear in their number, except for a logarithm.
    public var observations: [ObservationInfo] { hub.observations }
}

extension ProtocolDispatcherCenter {
    /// Registers an owner to be called through a protocol for as long as it lives.
    ///
    /// The owner is retained only during a call. Registering again calls it again.
    ///
    /// ```swift
    /// center.register((any LoginObserver).self, by: self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - owner: The object that is called. It is referenced weakly, which makes retaining it slower from then on.
    ///   - priority: Receivers with a higher priority are called first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - receiver: Converts the owner to the protocol, before each call. If it is isolated to an actor, the owner is called only
    ///     on that actor. Written in a `@MainActor` type it is. Written in an actor it is isolated only if it uses the actor's state:
    ///     `{ $0 }` is not, and the owner is called where the call is made, as its conformance allows.
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> P
    ) {
        let terms = Subscription.Terms(
            actor: receiver.isolation, priority: priority, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        let handler = OwnerCallHandler<P, Owner>(owner, at: terms.location, withoutIsolation(receiver))
        _ = hub.subscribe(handler, to: hub.callTopic(of: type), terms)
    }

    /// Unavailable: the owner does not conform to the protocol.
    @available(*, unavailable, message: "the owner does not conform to the protocol: declare that it does")
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> Owner
    ) {}

    /// Registers a receiver of calls through a protocol, until the registration is cancelled or released.
    ///
    /// The closure is retained, with all that it captures: `{ logger }` keeps the logger.
    ///
    /// ```swift
    /// let registration = center.register((any LoginObserver).self) { session.log }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - priority: Receivers with a higher priority are called first.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - receiver: Returns the receiver, before each call. If the closure is isolated to an actor, the receiver is called only on
    ///     that actor.
    /// - Returns: The token of the registration.
    public func register<P>(
        _ type: P.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable () -> P
    ) -> Registration {
        let terms = Subscription.Terms(
            actor: receiver.isolation, priority: priority, location: SourceLocation(fileID: fileID, line: line))
        let handler = TokenCallHandler<P>(at: terms.location, withoutIsolation(receiver))
        return Registration(of: hub.subscribe(handler, to: hub.callTopic(of: type), terms))
    }
}

extension ProtocolDispatcherCenter: HubOwner {
    package func pendingWork() -> PendingWork { hub.pendingWork() }
}
