#if canImport(SwiftUI)
    public import Dispatchers
    public import Routing
    public import SwiftUI

    extension View {
        /// Sets the three centers of a session, and its router, for a view and for all views in it.
        ///
        /// ```swift
        /// ContentView().centers(session, router: router)
        /// ```
        ///
        /// - Parameters:
        ///   - centers: The centers; the view does not close them.
        ///   - router: The router; `nil` leaves that of the environment.
        /// - Returns: A view with these centers.
        public func centers(_ centers: Centers, router: Router? = nil) -> some View {
            self.centers(states: centers.states, messages: centers.messages, calls: centers.calls, router: router)
        }

        /// Sets the centers and the router of a view and of all views in it.
        ///
        /// ```swift
        /// ContentView().centers(states: states, messages: messages, calls: calls, router: router)
        /// ```
        ///
        /// - Parameters:
        ///   - states: The center of states; `nil` leaves that of the environment.
        ///   - messages: The center of messages; `nil` leaves that of the environment.
        ///   - calls: The center of calls; `nil` leaves that of the environment.
        ///   - router: The router; `nil` leaves that of the environment.
        /// - Returns: A view with these centers.
        public func centers(
            states: ObserverCenter? = nil, messages: MessageCenter? = nil, calls: ProtocolDispatcherCenter? = nil,
            router: Router? = nil
        ) -> some View {
            transformEnvironment(\.states) { $0 = states ?? $0 }
                .transformEnvironment(\.messages) { $0 = messages ?? $0 }
                .transformEnvironment(\.calls) { $0 = calls ?? $0 }
                .transformEnvironment(\.router) { $0 = router ?? $0 }
        }
    }
#endif
