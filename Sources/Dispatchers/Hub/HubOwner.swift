/// A center that has a hub.
package protocol HubOwner: Sendable {
    /// Returns the work of its hub that is under way.
    func pendingWork() -> PendingWork
}
