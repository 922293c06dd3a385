import SignalboxCore

extension ProtocolDispatcherCenter {
    /// Calls all receivers of a protocol.
    ///
    /// Receivers on no actor and on the current actor have been called when it returns, unless more than 1,024 earlier calls wait for
    /// the current actor. For other actors, the call waits in a queue, in the order of the calls. When as many calls wait as the
    /// center's queue limit allows, later ones are dropped and reported. An error of a receiver is reported to the center's error
    /// handler, and the next receiver is called. A call to which too many others led is refused and reported.
    ///
    /// ```swift
    /// center.dispatch((any LoginObserver).self) { $0.didLogin(user) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - call: Calls a receiver. If it is written on an actor, it runs only there: a receiver on another actor is not called,
    ///     and reported with a `CallIsolationError`; so are all when this is not called on that actor.
    public func dispatch<P>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ call: @escaping @isolated(any) @Sendable (P) throws -> Void
    ) {
        let home = call.isolation
        let site = CallSite(actor: isolation, home: home, location: SourceLocation(fileID: fileID, line: line))
        ValueAddress.lend(Call<P>(body: unchecked(call))) { call in
            hub.call(call, to: type, isConfined: home != nil, site)
        }
    }
}
