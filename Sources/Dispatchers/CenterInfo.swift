public import SignalboxCore
import Synchronization

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

    /// The subscriptions of this hub as they are listed, in the order in which they were made.
    ///
    /// Subscriptions of released owners end when they are found. The taps of a hub of states are those of hubs below, and not listed.
    var observations: [ObservationInfo] {
        let listed = policy.needsReceivers ? subscriptions : subscriptions.filter { !$0.isTap }
        return listed.compactMap { subscription in
            guard subscription.isOrphaned else { return ObservationInfo(of: subscription) }
            subscription.cancel()
            return nil
        }
    }
}

extension ObservationInfo {
    init(of subscription: Subscription) {
        self.init(
            id: subscription.id, what: subscription.topic.name, owner: nil, isolation: subscription.queue?.liveActor,
            priority: subscription.priority, location: subscription.location)
        waiting = subscription.waitingCount.load(ordering: .relaxed)
        dropped = subscription.droppedCount.load(ordering: .relaxed)
        subscription.currentHandler?.describe(&self)
        if subscription.isTap { form = .tap }
    }
}

/// A snapshot of the messages of one type that a center retains for later subscribers.
public struct RetainedInfo: Sendable {
    /// The name of the type.
    public let what: String

    /// The number of messages that are retained at most.
    public let limit: Int

    /// The messages, the oldest first.
    public let messages: [any Sendable]
}

extension MessageCenter {
    /// The types of which this center retains messages, in the order of their names.
    public var retained: [RetainedInfo] { hub.retained }
}

extension Hub {
    /// The types of which this hub retains messages, in the order of their names.
    var retained: [RetainedInfo] {
        let topics = tree.state.withLock { _ in
            allTopics.compactMap { $0 as? AnyMessageTopic }.map { ($0.name, $0.retained) }
        }
        return topics.filter { $0.1.limit > 0 }.sorted { $0.0 < $1.0 }.map { name, retained in
            RetainedInfo(what: name, limit: retained.limit, messages: retained.all.map(\.message.message))
        }
    }
}

/// A snapshot of a state in one center, as `ObserverCenter.states` lists it.
public struct StateInfo: Sendable, CustomStringConvertible {
    /// The name of the state.
    public let name: String

    /// The name of the value's type.
    public let type: String

    /// The value; `nil` while a thread changes it in place.
    public let value: (any Sendable)?

    /// A Boolean value that indicates whether the value is that of the parent, since the state was not set in this center.
    public let isInherited: Bool

    /// The number of observers of the state and of its parts in this center.
    public let observerCount: Int

    /// The source location of the last set or update; `nil` if there was none while the trace was on.
    public let lastSet: SourceLocation?

    /// One line for developers.
    public var description: String {
        let value = value.map { "\($0)" } ?? "(being updated)"
        let setter = lastSet.map { ", set at \($0)" } ?? ""
        return "\(name): \(value)\(isInherited ? " of the parent" : "")\(setter)"
    }
}

extension ObserverCenter {
    /// The states that were ever set or observed in this center, in the order of their names.
    ///
    /// Takes time linear in their number, except for a logarithm. Waits for no update.
    public var states: [StateInfo] { hub.states }
}

extension Hub {
    /// The states of this hub, in the order of their names.
    var states: [StateInfo] {
        let states = tree.state.withLock { _ in
            allTopics.compactMap { $0 as? StateTopic }.map { ($0, $0.allSubscriptions.filter { !$0.isTap }.count) }
        }
        return states.map { $0.info(in: self, observerCount: $1) }.sorted { $0.name < $1.name }
    }
}
