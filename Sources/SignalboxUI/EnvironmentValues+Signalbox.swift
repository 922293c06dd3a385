#if canImport(SwiftUI)
    public import Dispatchers
    public import Routing
    public import SwiftUI

    extension EnvironmentValues {
        /// The center of the states that views show; `ObserverCenter.shared` unless it is set.
        public var states: ObserverCenter {
            get { self[StatesKey.self] }
            set { self[StatesKey.self] = newValue }
        }

        /// The center of the messages that views post and receive; `MessageCenter.shared` unless it is set.
        public var messages: MessageCenter {
            get { self[MessagesKey.self] }
            set { self[MessagesKey.self] = newValue }
        }

        /// The center of the calls that views make; `ProtocolDispatcherCenter.shared` unless it is set.
        public var calls: ProtocolDispatcherCenter {
            get { self[CallsKey.self] }
            set { self[CallsKey.self] = newValue }
        }

        /// The router with which views open URLs.
        ///
        /// Unless it is set, it has no routes, and reports the URLs that are opened in the log.
        public var router: Router {
            get { self[RouterKey.self] }
            set { self[RouterKey.self] = newValue }
        }
    }

    private struct StatesKey: EnvironmentKey {
        static let defaultValue = ObserverCenter.shared
    }

    private struct MessagesKey: EnvironmentKey {
        static let defaultValue = MessageCenter.shared
    }

    private struct CallsKey: EnvironmentKey {
        static let defaultValue = ProtocolDispatcherCenter.shared
    }

    private struct RouterKey: EnvironmentKey {
        static let defaultValue = Router.withoutRoutes()
    }
#endif
