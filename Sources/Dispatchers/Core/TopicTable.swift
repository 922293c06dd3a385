/// The topics of a hub by their identity, found without a lock.
///
/// It is a hash table that is never more than half full.
///
/// Why it is sound: one writer at a time adds, under the lock of the hub, which keeps the topics. A place that was taken never
/// changes. A block that became too small is kept by the one after it, so that a reader needs to count nowhere.
struct TopicTable: ~Copyable, Sendable {
    private let current: AtomicReference<Block>

    init() { current = AtomicReference(.passRetained(Block(capacity: 8, after: nil))) }

    deinit { current.load()?.release() }

    /// The topic with an identity, for as long as the hub lives.
    @inline(__always)
    subscript(id: ObjectIdentifier) -> Unmanaged<Topic>? { current.load()?._withUnsafeGuaranteedRef { $0[id] } }

    /// Adds a topic, unless there is one with its identity; returns the one that is there.
    func insert(_ topic: Topic) -> Topic {
        guard let block = current.load()?.takeUnretainedValue() else { return topic }
        if let known = block[topic.id] { return known.takeUnretainedValue() }
        if block.insert(topic) { return topic }
        let larger = Block(capacity: block.places.count * 2, after: block)
        _ = larger.insert(topic)
        current.exchange(.passRetained(larger))?.release()
        return topic
    }

    /// Why it may be shared: its places are atomic, and the writer alone counts them.
    private final class Block: @unchecked Sendable {
        let places: UnsafeMutableBufferPointer<AtomicReference<Topic>>
        private let previous: Block?
        private var count = 0

        /// An empty block, or one with what was in the one before it.
        init(capacity: Int, after previous: Block?) {
            places = .allocate(capacity: capacity)
            for place in places.indices { places.initializeElement(at: place, to: AtomicReference()) }
            self.previous = previous
            guard let previous else { return }
            for place in previous.places.indices {
                if let topic = previous.places[place].load() { _ = insert(topic.takeUnretainedValue()) }
            }
        }

        deinit { places.deallocate() }

        @inline(__always)
        subscript(id: ObjectIdentifier) -> Unmanaged<Topic>? {
            var place = place(of: id)
            while let topic = places[place].load() {
                if topic._withUnsafeGuaranteedRef({ $0.id }) == id { return topic }
                place = (place &+ 1) & (places.count &- 1)
            }
            return nil
        }

        /// Adds a topic that is not there, if there is room.
        func insert(_ topic: Topic) -> Bool {
            guard count * 2 < places.count else { return false }
            var place = place(of: topic.id)
            while places[place].load() != nil { place = (place &+ 1) & (places.count &- 1) }
            _ = places[place].exchange(.passUnretained(topic))
            count += 1
            return true
        }

        private func place(of id: ObjectIdentifier) -> Int {
            let hash = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: hash >> 32) & (places.count &- 1)
        }
    }
}
