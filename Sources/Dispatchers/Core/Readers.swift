import Synchronization

/// Lets threads look at what others replace, without a lock and without retaining it, in one tree of hubs.
///
/// A thread looks through a `Reader`. A writer unlinks an object and hands it to `retire`: each reader that may have found it
/// retains it until it ends. A writer never waits, and may be a reader itself, so a handler may cancel itself. A reader that
/// takes long, since a handler does, delays the release of what it may have found, and of nothing that was linked later.
///
/// Why it is sound: all operations are sequentially consistent. A reader stores the time T, looks, and uses what it finds only
/// if it is still T, or else begins again. So what it uses was linked at T or earlier. A writer links an object at the time B,
/// unlinks it, and then looks at the readers. One that uses the object stored its time T ≥ B before, so it is seen, unless it has
/// ended. One that ends looks whether it retains anything after it has stored that it ended: either it finds what the writer
/// adds, or the writer finds that it has ended. A handler was linked with its subscription, which the list or the caller retains:
/// at T or earlier.
final class Readers: Sendable {
    private let clock = Atomic<UInt64>(1)

    /// The time, a number that never falls: what is linked from now on is linked at this time, or later.
    var now: UInt64 { clock.load(ordering: .sequentiallyConsistent) }

    /// Lets a new time begin, and returns it.
    func advance() -> UInt64 { clock.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }

    /// Releases an object once no reader can be looking at it any more: at once if there is none.
    ///
    /// Foreign code may run: hold no lock.
    ///
    /// - Parameters:
    ///   - object: What was unlinked.
    ///   - time: When it was linked, or an earlier time.
    func retire(_ object: AnyObject?, linkedAt time: UInt64 = 1) {
        // Unless a reader retains it, the caller's reference is the last.
        if let object { Reader.keep(object, for: self, since: time) }
    }

    /// Waits until all readers have ended that look at something now.
    func drain() async {
        await withCheckedContinuation { continuation in retire(ReleaseAction { continuation.resume() }) }
    }
}

/// What a scope of a thread looks through.
///
/// Why it may be shared: all is atomic, except for what it retains, which the lock of all readers guards.
final class Reader: @unchecked Sendable {
    private static let all = Protected([ObjectIdentifier: Reader]())

    /// The time since when it looks, or 0; and the `Readers` whose time that is.
    private let time = Atomic<UInt64>(0)
    private let readers = Atomic<UInt>(0)

    private let isKeeping = Atomic(false)
    private var kept: [AnyObject] = []

    /// Makes a reader, which the caller has to remove.
    static func make() -> Reader {
        let reader = Reader()
        all.withLock { $0[ObjectIdentifier(reader)] = reader }
        return reader
    }

    func remove() { _ = Self.all.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }

    /// Begins to look, or begins again.
    ///
    /// What it finds is not released until `end`, if it is still this time when that was found.
    func begin(_ readers: Readers, at time: UInt64) {
        self.readers.store(UInt(bitPattern: ObjectIdentifier(readers)), ordering: .releasing)
        self.time.store(time, ordering: .sequentiallyConsistent)
    }

    /// Ends, and releases what it retained: foreign code may run, so hold no lock.
    func end() {
        time.store(0, ordering: .sequentiallyConsistent)
        if isKeeping.load(ordering: .sequentiallyConsistent) { release() }
    }

    @inline(never)
    private func release() {
        var released: [AnyObject] = []
        Self.all.withLock { _ in
            isKeeping.store(false, ordering: .sequentiallyConsistent)
            swap(&kept, &released)
        }
    }

    /// Whether it may look at something that was linked at a time or earlier.
    private func isLooking(_ readers: Readers, since time: UInt64) -> Bool {
        self.time.load(ordering: .sequentiallyConsistent) >= time
            && self.readers.load(ordering: .acquiring) == UInt(bitPattern: ObjectIdentifier(readers))
    }

    @inline(never)
    fileprivate static func keep(_ object: AnyObject, for readers: Readers, since time: UInt64) {
        all.withLock { all in
            for reader in all.values where reader.isLooking(readers, since: time) {
                reader.isKeeping.store(true, ordering: .sequentiallyConsistent)
                if reader.isLooking(readers, since: time) { reader.kept.append(object) }
            }
        }
    }
}

/// Calls an action when its last reference is released.
package final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
}
