/// Calls through a protocol: one module says "do this" or "tell me", to all who registered for the protocol, or to the
/// one that is provided as a service.
///
/// ```swift
/// protocol LoginObserver { func didLogin(_ user: String) }
///
/// center.register((any LoginObserver).self, by: self) { $0 }
/// center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
/// ```
///
/// The closure that registers turns the owner into the protocol where the compiler checks it: no cast is made when
/// calls are delivered, and what does not conform, or conforms on another actor, does not compile. A receiver registered
/// on an actor is called on that actor and nowhere else.
///
/// Receivers are called by priority, higher first, and then in the order of their registration. A call reaches those that
/// are registered when it is made, except those that are cancelled or die before they are reached. A call that a receiver
/// makes is delivered at once, inside of the one being delivered.
///
/// A center never keeps an owner alive. It remembers which protocols were registered for; all else takes memory for live
/// registrations and services only. No receiver and no closure ever runs under a lock, except the maker of a service: threads
/// that ask for that very service wait for it.
public final class ProtocolDispatcherCenter: Sendable {
    /// A center for programs that need one only.
    public static let shared = ProtocolDispatcherCenter()

    let hub: Hub
    let onError: @Sendable (DeliveryFailure) -> Void

    /// The services that live as long as the center, and the scope around all others.
    let application: ServiceScope

    /// Creates a center without receivers and services.
    ///
    /// - Parameters:
    ///   - name: What the trace calls it.
    ///   - cycleLimit: How many calls, posts and sets may lead to a call, each made by a handler of the one before, on
    ///     whatever actors, until it is refused with a `DeliveryCycle`; from 1 to 1,000. An asynchronous handler and a task of a
    ///     handler's own begin a new count.
    ///   - queueLimit: How many calls may wait for one actor, at least 1. A call that finds as many is dropped and
    ///     reported, with a `QueueOverflow`.
    ///   - trace: What records calls.
    ///   - onError: Called with each receiver that threw where the caller cannot get the error, with each that could not be called
    ///     where it was needed, and with calls that were dropped or refused, on the thread where that happened. Calls that
    ///     stem from what it calls itself are refused silently. Unless given, a line is written to standard error.
    public init(
        name: String? = nil, cycleLimit: Int = 100, queueLimit: Int = 32_768, trace: Trace = .shared,
        onError: (@Sendable (DeliveryFailure) -> Void)? = nil
    ) {
        precondition((1...1_000).contains(cycleLimit), "the cycle limit is \(cycleLimit), which is not from 1 to 1,000")
        precondition(queueLimit >= 1, "a queue for \(queueLimit) calls could never hold one")
        let onError = onError ?? { writeToStandardError("\($0)") }
        let policy = Hub.Policy(
            cycleLimit: cycleLimit, queueLimit: queueLimit,
            onFailure: { error, receiver, _, location in onError(DeliveryFailure(error, of: receiver, from: location))
            },
            onDrop: { count, subscription, call in
                guard let subscription, let overflow = QueueOverflow(reporting: count) else { return }
                onError(DeliveryFailure(overflow, of: subscription, from: call.location))
            })
        hub = Hub(name: name, trace: trace, policy: policy)
        self.onError = onError
        application = ServiceScope(.application, providers: ServiceProviders(trace: trace, name: name))
    }

    deinit { hub.close() }

    /// Cancels everything that the owner is registered for in this center.
    ///
    /// An owner need not do so: its registrations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        hub.cancel(ownedBy: ObjectIdentifier(owner))
    }

    /// Ends all registrations, and closes all services; from now on nothing is called, and services are refused.
    ///
    /// A receiver that is running is not waited for. Harmless when repeated.
    public func close() {
        hub.close()
        application.close()
    }
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
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Turns the owner into the protocol, before each call. Written on an actor, it lets the owner be called
    ///     on that actor and nowhere else.
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> P
    ) {
        let actor = receiver.isolation
        _ = hub.subscribe(
            CallHandler(owner, unchecked(receiver)), to: topic(of: type), on: actor, priority: priority,
            owner: ObjectIdentifier(owner), at: SourceLocation(fileID: fileID, line: line))
    }

    /// Says what is wrong where the owner does not conform to the protocol; the compiler has no message of its own for that.
    @available(*, unavailable, message: "the owner does not conform to the protocol: declare that it does")
    public func register<P, Owner: AnyObject & Sendable>(
        _ type: P.Type,
        by owner: Owner,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable (Owner) -> Owner
    ) {}

    /// Registers what a closure returns to be called through a protocol, until the registration is cancelled or released.
    ///
    /// The closure is retained, with all that it captures: `{ logger }` keeps the logger.
    ///
    /// ```swift
    /// let registration = center.register((any LoginObserver).self) { session.log }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - priority: Higher ones are called first.
    ///   - fileID: Where the registration is written; leave it to the compiler.
    ///   - line: Where the registration is written; leave it to the compiler.
    ///   - receiver: Returns the receiver, before each call. Written on an actor, the receiver is called there and nowhere
    ///     else.
    /// - Returns: The token of the registration.
    public func register<P>(
        _ type: P.Type,
        priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ receiver: @escaping @isolated(any) @Sendable () -> P
    ) -> Registration {
        let actor = receiver.isolation
        return Registration(
            of: hub.subscribe(
                CallHandler<P>(unchecked(receiver)), to: topic(of: type), on: actor, priority: priority,
                at: SourceLocation(fileID: fileID, line: line)))
    }

    private func topic<P>(of type: P.Type) -> Topic {
        hub.topic(ObjectIdentifier(type)) { CallTopic<P>(id: ObjectIdentifier(type), showing: type) }
    }
}

extension ProtocolDispatcherCenter {
    /// All registrations in the order in which they were made, with those of dead owners that were not met yet.
    ///
    /// Takes time linear in their number, but for a logarithm.
    public var observations: [ObservationInfo] { hub.observations }
}

extension ProtocolDispatcherCenter: CustomStringConvertible {
    /// A line for each registration.
    public var description: String { observations.map(\.description).joined(separator: "\n") }
}
