#if Macros
    public import Dispatchers

    /// Writes a dispatcher, which forwards calls of a protocol to all registered receivers, and a recorder for tests.
    ///
    /// ```swift
    /// @Dispatchable protocol LoginObserver: AnyObject {
    ///     func didLogin(_ user: String)
    ///     @Deliver(.reduce(true) { $0 && $1 }) func mayLogOut() -> Bool
    /// }
    ///
    /// let observers = center.dispatcher(LoginObserverDispatcher.self)
    /// observers.register(self)
    /// observers.didLogin("ada")
    /// ```
    ///
    /// `LoginObserverDispatcher` conforms to the protocol. A function without a result calls all receivers on their actors, so
    /// its arguments must be `Sendable`. A function that throws, returns a result, or takes values that cannot be sent (`inout`,
    /// closures that do not escape, values of a generic type) calls the receivers that run on the caller's isolation, and reports
    /// the others. Asynchronous functions call all receivers, one after the other.
    ///
    /// If a protocol inherits others that are `@Dispatchable`, their functions call the receivers that are registered for the
    /// inheriting protocol. `LoginObserverRecorder` is a recorder for tests; see ``ProtocolRecorder``.
    @attached(peer, names: suffixed(Dispatcher), suffixed(Recorder)) @attached(extension, names: arbitrary)
    public macro Dispatchable() = #externalMacro(module: "DispatchersMacrosPlugin", type: "DispatchableMacro")

    /// Sets how a requirement of a `@Dispatchable` protocol is forwarded.
    ///
    /// - Parameters:
    ///   - delivery: The receivers to call, and how to combine their results.
    ///   - policy: The way in which errors of receivers are treated. By default, a call without a result continues and throws
    ///     `CallFailures` at the end, and a call with a result stops and throws the error.
    ///   - order: The order of asynchronous receivers: one after the other, or all at once.
    @attached(peer)
    public macro Deliver(
        _ delivery: CallDelivery, failing policy: CallFailurePolicy? = nil, running order: CallOrder = .oneByOne
    ) = #externalMacro(module: "DispatchersMacrosPlugin", type: "DeliverMacro")
#endif
