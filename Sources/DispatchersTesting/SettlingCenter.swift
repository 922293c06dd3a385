public import Dispatchers

/// A center that ``settled(_:)`` waits for.
public protocol SettlingCenter: Sendable {}

extension MessageCenter: SettlingCenter {}
extension ObserverCenter: SettlingCenter {}
extension ProtocolDispatcherCenter: SettlingCenter {}

extension SettlingCenter {
    /// Waits until all queued deliveries of this center have been handled.
    ///
    /// That includes its parent and its children, asynchronous handlers, the tasks in which changes of observed properties are
    /// delivered, and all that handlers post, set and call in it.
    ///
    /// Not included are tasks that handlers start, other centers (see ``settled(_:)``), messages in the buffers of
    /// sequences, a post that another thread is making, and the answer to a request or an asynchronous `collect`, which you
    /// await yourself. Handlers that post to one another without end never settle. Do not await this in a handler.
    public func settled() async { await Dispatchers.settle([self].compactMap { $0 as? any HubOwner }) }
}

/// Waits until all queued deliveries of several centers have been handled; see ``SettlingCenter/settled()``.
public func settled(_ centers: any SettlingCenter...) async {
    await Dispatchers.settle(centers.compactMap { $0 as? any HubOwner })
}
