public import Dispatchers
public import Routing

/// A center or a router, which the inspector can list.
public protocol Inspectable: AnyObject, Sendable {
    /// The content at this time.
    var inspected: InspectedContent { get }
}

/// The content of a center or a router at one moment.
public enum InspectedContent: Sendable {
    /// A center of messages, states or calls.
    case center(CenterInfo)
    /// The routes of a router, in the order in which they are matched.
    case routes([RegisteredRoute])
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
    /// The routes at this moment.
    public var inspected: InspectedContent { .routes(routes) }
}
