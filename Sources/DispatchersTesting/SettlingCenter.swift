public import Dispatchers

/// A center that ``settled(_:)`` waits for.
public protocol SettlingCenter: Sendable {}

extension MessageCenter: SettlingCenter {}
extension ObserverCenter: SettlingCenter {}
extension ProtocolDispatcherCenter: SettlingCenter {}

extension SettlingCenter {
    /// Waits until nothing waits in the queues of this center and of the actors that it feeds, and no handler runs for it.
    ///
    /// That includes centers above and below it, asynchronous handlers, the tasks in which changes of observed properties are
    /// delivered, and all that handlers post, set and call here.
    ///
    /// Not included are tasks that handlers start, other centers (see ``settled(_:)``), what waits for the reader of a
    /// sequence, a post that another thread is making, and the answer to a request or an asynchronous `collect`, which you
    /// await yourself. Handlers that post to one another without end never settle. Do not await this in a handler.
    public func settled() async { await Dispatchers.settle([self].compactMap { $0 as? any HubOwner }) }
}

/// Waits until several centers have settled that feed one another; see ``SettlingCenter/settled()``.
public func settled(_ centers: any SettlingCenter...) async {
    await Dispatchers.settle(centers.compactMap { $0 as? any HubOwner })
}
