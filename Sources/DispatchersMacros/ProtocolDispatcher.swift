#if Macros
    public import Dispatchers

    /// An object that passes the calls of a protocol on to all who are registered for it.
    ///
    /// `@Dispatchable` writes one for a protocol: it conforms to the protocol, so that it goes wherever that is asked for.
    public protocol ProtocolDispatcher: AnyObject, Sendable {
        /// The protocol, as `any P`.
        associatedtype Called

        /// Where those are registered who are called; kept alive by the dispatcher.
        nonisolated var center: ProtocolDispatcherCenter { get }

        /// Creates a dispatcher; ask the center, which makes one only: `center.dispatcher(LoginObserverDispatcher.self)`.
        nonisolated init(_ center: ProtocolDispatcherCenter)
    }

    extension ProtocolDispatcher {
        /// A receiver as a protocol that the one it is registered for inherits; what `@Dispatchable` writes.
        public nonisolated static func receiver<Inherited>(_ called: Called, as type: Inherited.Type) -> Inherited {
            guard let receiver = called as? Inherited else {
                preconditionFailure("\(Called.self) does not inherit \(type)")
            }
            return receiver
        }

        /// Lets a receiver be changed, whether its protocol is bound to classes or not; what `@Dispatchable` writes.
        public nonisolated static func changing<Receiver, Result, Failure: Error>(
            _ receiver: Receiver, _ change: (inout Receiver) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            var receiver = receiver
            return try change(&receiver)
        }
    }

    extension ProtocolDispatcherCenter {
        /// The dispatcher of a protocol in this center.
        ///
        /// It is the same object for as long as anybody has it, whoever comes and goes meanwhile. It keeps the center alive.
        ///
        /// ```swift
        /// let observers = center.dispatcher(LoginObserverDispatcher.self)
        /// observers.register(self)
        /// observers.didLogin("ada")
        /// ```
        public func dispatcher<Dispatcher: ProtocolDispatcher>(_ type: Dispatcher.Type) -> Dispatcher {
            DispatcherTable.shared.dispatcher(type, of: self)
        }
    }

    /// The dispatchers that somebody has.
    private final class DispatcherTable: Sendable {
        static let shared = DispatcherTable()

        private struct Key: Hashable {
            let center: ObjectIdentifier
            let type: ObjectIdentifier
        }

        private struct Entry: Sendable {
            weak let dispatcher: (any ProtocolDispatcher)?
        }

        private let entries = Protected([Key: Entry]())

        /// A living dispatcher keeps its center alive, so no other center can have its key.
        func dispatcher<Dispatcher: ProtocolDispatcher>(
            _ type: Dispatcher.Type, of center: ProtocolDispatcherCenter
        ) -> Dispatcher {
            let key = Key(center: ObjectIdentifier(center), type: ObjectIdentifier(type))
            let made = Dispatcher(center)
            return entries.withLock { entries in
                if let known = entries[key]?.dispatcher as? Dispatcher { return known }
                entries = entries.filter { $0.value.dispatcher != nil }
                entries[key] = Entry(dispatcher: made)
                return made
            }
        }
    }
#endif
