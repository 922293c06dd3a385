/// The topics of a hub by their identity, found without a lock.
///
/// The topics are in a binary tree, which branches by the bits of a hash of the identity. One writer at a time adds
/// leaves, under the lock of the hub. A topic that was added stays as long as the hub.
struct TopicTree: ~Copyable, Sendable {
    /// The root, which is the topic of nothing.
    private let root = Topic(id: ObjectIdentifier(Topic.self), showing: Topic.self)

    /// The topic with an identity, for as long as the hub lives.
    subscript(id: ObjectIdentifier) -> UnretainedReference<Topic>? {
        var hash = Self.hash(of: id)
        var next = hash < 0 ? root.zeroBranch.load() : root.oneBranch.load()
        hash <<= 1
        while let topic = next, topic.with({ $0.id }) != id {
            next = topic.with { hash < 0 ? $0.zeroBranch.load() : $0.oneBranch.load() }
            hash <<= 1
        }
        return next
    }

    /// Adds a topic.
    ///
    /// There must be none with its identity.
    func insert(_ new: Topic) {
        var hash = Self.hash(of: new.id)
        var last = root
        while let next = hash < 0 ? last.zeroBranch.load() : last.oneBranch.load() {
            last = next.object
            hash <<= 1
        }
        _ = hash < 0 ? last.zeroBranch.exchange(new) : last.oneBranch.exchange(new)
    }

    /// Returns a number whose upper bits differ even if those of the identities do not.
    private static func hash(of id: ObjectIdentifier) -> Int64 {
        Int64(bitPattern: UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15)
    }
}
