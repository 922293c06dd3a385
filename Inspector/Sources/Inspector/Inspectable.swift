public import Dispatchers
public import Routing

/// A center or a router, which the inspector can list.
public protocol Inspectable: AnyObject, Sendable {
    /// The content at this time.
    var inspected: InspectedContent { get }
}

/// The content that the inspector lists.
public enum InspectedContent: Sendable {
    /// A center of messages, states or calls.
    case center(CenterInfo)
    /// A router, which is listed with its guards and its fallbacks.
    case router(Router)
}

extension MessageCenter: Inspectable {
    /// The content of the center at this moment.
    public var inspected: InspectedContent { .center(info) }
}

extension ObserverCenter: Inspectable {
    /// The content of the center at this moment.
    public var inspected: InspectedContent { .center(info) }
}

extension ProtocolDispatcherCenter: Inspectable {
    /// The content of the center at this moment.
    public var inspected: InspectedContent { .center(info) }
}

extension Router: Inspectable {
    /// The router itself.
    public var inspected: InspectedContent { .router(self) }
}
