/// What can be listened to in a center, a state or a protocol: who listens, in their order.
///
/// A center makes one when somebody first listens to a protocol, or sets or observes a state, and keeps it.
final class ListenerTopic: Sendable {
    let id: ObjectIdentifier

    /// Shortcuts lead to handlers of the state.
    let listeners: PublishedList<Listener>

    /// The state, if it is one.
    let channel: StateChannel?

    /// The same, to be used while the topic is held, without counting a reference.
    let lentChannel: Unmanaged<StateChannel>?

    init(_ id: ObjectIdentifier, channel: StateChannel? = nil) {
        self.id = id
        self.channel = channel
        listeners = channel == nil ? PublishedList() : PublishedList { $0.shortcut }
        lentChannel = channel.map { .passUnretained($0) }
    }
}
