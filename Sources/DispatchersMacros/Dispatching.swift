#if Macros
    public import Dispatchers

    /// Writes an object that passes the calls of a protocol on to all who are registered for it, and one that notes them.
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
    /// `LoginObserverDispatcher` conforms to the protocol. A function without a result calls everybody, wherever they run, so
    /// its arguments have to be `Sendable`; one that takes what cannot be sent (`inout`, closures that do not escape, values
    /// of a generic type), throws, or returns a result calls those who run where it is called, and reports the others.
    /// Asynchronous functions reach everybody, one after the other.
    ///
    /// A protocol that inherits others which are `@Dispatchable` calls, also through their functions, those who are registered
    /// for itself. `LoginObserverRecorder` is a recorder for tests; see ``ProtocolRecorder``.
    @attached(peer, names: suffixed(Dispatcher), suffixed(Recorder)) @attached(extension, names: arbitrary)
    public macro Dispatchable() = #externalMacro(module: "DispatchersMacrosPlugin", type: "DispatchableMacro")

    /// Says how a requirement of a `@Dispatchable` protocol is passed on.
    ///
    /// - Parameters:
    ///   - route: Who is called, and what is made of the results.
    ///   - policy: What becomes of the call when a receiver throws. Unless given, a call without a result goes on and throws
    ///     `CallFailures` at the end, and one with a result stops and throws the error on.
    ///   - order: How receivers run that are waited for.
    @attached(peer)
    public macro Route(
        _ route: Route, failing policy: CallFailurePolicy? = nil, running order: CallOrder = .oneByOne
    ) = #externalMacro(module: "DispatchersMacrosPlugin", type: "RouteMacro")

    /// Who is called by a dispatcher, and what is made of the results.
    ///
    /// It is read by the macro where it is written, and never evaluated.
    public struct Route: Sendable {
        /// Everybody; what a requirement without a result does unless told otherwise.
        public static let each = Route()

        /// Those who run where the call is made.
        ///
        /// Others are reported to the center's error handler. The arguments need not be `Sendable`.
        public static let here = Route()

        /// The first receiver; `nil` if there is none, so the result has to be optional.
        public static let first = Route()

        /// The first that does not answer `nil`.
        public static let firstNonNil = Route()

        /// Everybody; their arrays, one behind the other.
        public static let all = Route()

        /// The first receiver, or this if there is none.
        public static func first<Output>(or output: Output) -> Route { Route() }

        /// Everybody; their results combined, beginning with this.
        public static func reduce<Output>(
            _ initial: Output, _ combine: @Sendable (Output, Output) -> Output
        ) -> Route { Route() }
    }
#endif
