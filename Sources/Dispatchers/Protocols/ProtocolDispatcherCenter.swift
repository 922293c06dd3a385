/// Calls through a protocol: one module says "do this" or "tell me", to all who registered for the protocol, or to the
/// one who provides it as a service.
///
/// ```swift
/// protocol LoginObserver { func didLogin(_ user: String) }
///
/// center.register((any LoginObserver).self, by: self) { $0 }
/// center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }
/// ```
///
/// The closure that registers turns the owner into the protocol, there where the compiler checks it: no cast is made when
/// calls are delivered, and what does not conform, or conforms on another actor, does not compile. A receiver registered
/// on an actor is called on that actor and nowhere else.
///
/// Receivers are called by priority, higher first, and then in the order of their registration. A call reaches those who
/// are registered when it is made, less those who are cancelled or die before their turn. A call that a receiver makes is
/// delivered at once, inside of the one being delivered.
///
/// A center never keeps an owner alive. It remembers which protocols were registered for; all else takes memory for live
/// registrations and services only. No receiver and no closure ever runs under a lock, but for the making of a service,
/// which others who ask for the same one wait for.
public final class ProtocolDispatcherCenter: Sendable {
    /// A center for those who want one for the whole process; nothing needs it.
    public static let shared = ProtocolDispatcherCenter()

    let listeners = Listeners()
    let queueLimit: Int
    let onError: @Sendable (CallFailure) -> Void
    let trace: Trace

    /// The services that live as long as the center, and the beginning of all shorter lives.
    let application: ServiceScope

    /// Creates a center without receivers and services.
    ///
    /// - Parameters:
    ///   - queueLimit: How many calls may wait for one actor, at least 1. A call that finds as many is dropped and
    ///     reported, with a `CallOverflow`.
    ///   - trace: What records calls.
    ///   - onError: Told of each receiver that threw where the caller cannot be told, of each that could not be called
    ///     where it was needed, and of calls that were dropped, on the thread where that happened. Unless given, a line is
    ///     written to standard error.
    public init(
        queueLimit: Int = 32_768, trace: Trace = .shared, onError: (@Sendable (CallFailure) -> Void)? = nil
    ) {
        precondition(queueLimit >= 1, "a queue for \(queueLimit) calls could never hold one")
        self.queueLimit = queueLimit
        self.trace = trace
        self.onError = onError ?? { writeToStandardError("\($0)") }
        application = ServiceScope(.application, providers: ServiceProviders())
    }

    /// Ends everything that the owner is registered for in this center.
    ///
    /// An owner need not do so: its registrations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        listeners.end(ownedBy: ObjectIdentifier(owner))
    }

    /// Ends all registrations, and closes all services; from now on nobody is called, and services are refused.
    ///
    /// A receiver that is running is not waited for. Harmless when repeated.
    public func close() {
        _ = listeners.close()
        application.close()
    }

    /// All who are called through a protocol now.
    func receivers(of type: any Any.Type) -> [Listener] {
        guard let topic = listeners[ObjectIdentifier(type)]?.takeUnretainedValue() else { return [] }
        return listeners.readers.read(topic.listeners) { view in
            guard let view else { return [] }
            return (0..<view.count).compactMap { view[$0]?.takeUnretainedValue() }
        }
    }

    func report(_ error: any Error, of listener: Listener, from location: SourceLocation) {
        onError(failure(error, of: listener, from: location))
    }

    @inline(never)
    func report(_ error: any Error, of listener: Unmanaged<Listener>, from location: SourceLocation) {
        report(error, of: listener.takeUnretainedValue(), from: location)
    }

    func failure(_ error: any Error, of listener: Listener, from location: SourceLocation) -> CallFailure {
        CallFailure(called: "\(listener.type)", error: error, registeredAt: listener.location, calledAt: location)
    }
}

extension ProtocolDispatcherCenter {
    /// What is known of one registration.
    public struct Receiver: Sendable, Hashable {
        /// Its number in this center, never used twice.
        public let id: UInt64

        /// The name of the protocol.
        public let called: String

        /// The priority it was given.
        public let priority: Int

        /// Where it was written.
        public let location: SourceLocation
    }

    /// All registrations in the order in which they were made, among them those of dead owners that were not met yet.
    ///
    /// Takes time linear in their number, but for a logarithm.
    public var registrations: [Receiver] {
        listeners.entries.map { entry in
            Receiver(
                id: entry.key.id, called: "\(entry.element.type)", priority: entry.key.priority,
                location: entry.element.location)
        }
    }
}

extension ProtocolDispatcherCenter: CustomStringConvertible {
    /// Who is registered for what, a line for each.
    public var description: String {
        registrations.map { "\($0.id) \($0.called) priority \($0.priority) at \($0.location)" }.joined(separator: "\n")
    }
}
