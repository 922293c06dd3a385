public import SignalboxCore

/// A snapshot of a center: all that it has, and the centers inside it.
///
/// This snapshot retains no observers and no owners, but the values of states and retained messages.
public struct CenterInfo: Sendable {
    /// The name of the center.
    public let name: String?

    /// The observations, receivers and responders, in the order in which they were made.
    public let observations: [ObservationInfo]

    /// The states; empty unless this is an `ObserverCenter`.
    public internal(set) var states: [StateInfo] = []

    /// The retained messages; empty unless this is a `MessageCenter`.
    public internal(set) var retained: [RetainedInfo] = []

    /// The scope of services that live as long as the center; `nil` unless this is a `ProtocolDispatcherCenter`.
    public internal(set) var services: ServiceScopeInfo?

    /// The open centers inside this one, in the order of their names.
    public internal(set) var children: [CenterInfo] = []
}

extension MessageCenter {
    /// A snapshot of this center and those inside it.
    public var info: CenterInfo { hub.info }
}

extension ObserverCenter {
    /// A snapshot of this center and those inside it.
    public var info: CenterInfo { hub.info }
}

extension ProtocolDispatcherCenter {
    /// A snapshot of this center.
    public var info: CenterInfo {
        var info = hub.info
        info.services = services
        return info
    }
}

extension Hub {
    /// A snapshot of this hub and those below it.
    var info: CenterInfo {
        var info = CenterInfo(name: name, observations: observations)
        info.states = states
        info.retained = retained
        let hubs = tree.state.withLock { _ in Array(children.values) }
        info.children = hubs.map(\.info).sorted { $0.name ?? "" < $1.name ?? "" }
        return info
    }
}
