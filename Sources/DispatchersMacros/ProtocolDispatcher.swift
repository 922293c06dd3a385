#if Macros
    public import Dispatchers

    /// An object that forwards calls of a protocol to all registered receivers.
    ///
    /// `@Dispatchable` writes a class that also conforms to your protocol, so you can pass it wherever that is expected.
    public protocol ProtocolDispatcher: AnyObject, Sendable {
        /// The protocol, as `any P`.
        associatedtype Called

        /// The center in which receivers are registered; the dispatcher retains it.
        nonisolated var center: ProtocolDispatcherCenter { get }

        /// Creates a dispatcher. Ask the center instead, which makes only one: `center.dispatcher(LoginObserverDispatcher.self)`.
        nonisolated init(_ center: ProtocolDispatcherCenter)
    }

    extension ProtocolDispatcher {
        /// Converts a receiver to an inherited protocol; used by the code of `@Dispatchable`.
        public nonisolated static func receiver<Inherited>(_ called: Called, as type: Inherited.Type) -> Inherited {
            guard let receiver = called as? Inherited else {
                preconditionFailure("\(Called.self) does not inherit \(type)")
            }
            return receiver
        }

        /// Mutates a receiver, whether its protocol is bound to classes or not; used by the code of `@Dispatchable`.
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
        /// The dispatcher is the same object as long as it is retained, also when receivers change. It retains the
        /// center.
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

    /// The dispatchers that are alive.
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
