#if Macros
    public import Dispatchers

    /// Writes a dispatcher, which forwards calls of a protocol to all registered receivers, and a recorder for tests.
    ///
    /// ```swift
    /// @Dispatchable protocol LoginObserver: AnyObject {
    ///     func didLogin(_ user: String)
    ///     @Route(.reduce(true) { $0 && $1 }) func mayLogOut() -> Bool
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
    ///   - route: Which receivers are called, and how results are combined.
    ///   - policy: What happens when a receiver throws. By default, a call without a result continues and throws
    ///     `CallFailures` at the end, and a call with a result stops and throws the error.
    ///   - order: Whether asynchronous receivers run one after the other or at once.
    @attached(peer)
    public macro Route(
        _ route: Route, failing policy: CallFailurePolicy? = nil, running order: CallOrder = .oneByOne
    ) = #externalMacro(module: "DispatchersMacrosPlugin", type: "RouteMacro")

    /// Which receivers a dispatcher calls, and how results are combined.
    ///
    /// The macro reads the expression; it is never evaluated.
    public struct Route: Sendable {
        /// All receivers; the default of a requirement without a result.
        public static let each = Route()

        /// The receivers that run on the caller's isolation.
        ///
        /// The others are reported to the center's error handler. The arguments need not be `Sendable`.
        public static let here = Route()

        /// The first receiver; `nil` if there is none, so the result must be optional.
        public static let first = Route()

        /// The first receiver that does not return `nil`.
        public static let firstNonNil = Route()

        /// All receivers; their arrays are concatenated.
        public static let all = Route()

        /// The first receiver, or the value if there is none.
        public static func first<Output>(or output: Output) -> Route { Route() }

        /// All receivers; their results are combined, beginning with the value.
        public static func reduce<Output>(
            _ initial: Output, _ combine: @Sendable (Output, Output) -> Output
        ) -> Route { Route() }
    }
#endif
