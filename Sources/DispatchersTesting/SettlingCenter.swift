public import Dispatchers

/// A center that ``settled(_:fileID:line:)`` waits for.
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
    /// Handlers that have ended their own observation and still run are included as well.
    ///
    /// Not included are tasks that handlers start, other centers (see ``settled(_:fileID:line:)``), messages and values that wait in
    /// sequences, a post or publication that another thread or task is making, and the answer to a request or an asynchronous
    /// `collect`, which you await yourself. Handlers that post to one another without end never settle: after ten seconds, a warning of
    /// the test says so. Do not await this in a handler.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func settled(fileID: StaticString = #fileID, line: Int = #line) async {
        await settle([self], at: SourceLocation(fileID: fileID, line: line))
    }
}

/// Waits until all queued deliveries of several centers have been handled; see ``SettlingCenter/settled(fileID:line:)``.
///
/// - Parameters:
///   - centers: The centers.
///   - fileID: The file of the call.
///   - line: The line of the call.
public func settled(_ centers: any SettlingCenter..., fileID: StaticString = #fileID, line: Int = #line) async {
    await settle(centers, at: SourceLocation(fileID: fileID, line: line))
}

private func settle(_ centers: [any SettlingCenter], at location: SourceLocation) async {
    let sentence: @Sendable () -> String = {
        "settled() waits for handlers that do not end, or that post to one another without end."
    }
    await Patience.usual.wait(at: location, for: sentence) {
        await Dispatchers.settle(centers.compactMap { $0 as? any HubOwner })
    }
}
