import SignalboxCore
import Synchronization

/// The reader of one delivery scope.
///
/// Soundness: all properties are atomic, except for the retained objects, which the lock of all readers guards.
final class Reader: @unchecked Sendable {
    private static let all = Protected([ObjectIdentifier: Reader]())

    /// The time since when it reads, or 0.
    private let time = Atomic<UInt64>(0)

    /// The identity of the `Readers` whose time that is.
    private let readers = Atomic<UInt>(0)

    private let isRetaining = Atomic(false)
    private var retained: [AnyObject] = []

    /// Makes a reader, which the caller has to remove.
    static func make() -> Reader {
        let reader = Reader()
        all.withLock { $0[ObjectIdentifier(reader)] = reader }
        return reader
    }

    func remove() {
        Self.all.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// Begins to read, or begins again.
    ///
    /// Objects that it finds are not released until `end`, if the time is still the same when they were found.
    func begin(_ readers: Readers, at time: UInt64) {
        self.readers.store(UInt(bitPattern: ObjectIdentifier(readers)), ordering: .releasing)
        self.time.store(time, ordering: .sequentiallyConsistent)
    }

    /// Ends, and releases the objects that it retained.
    ///
    /// Foreign code may run: hold no lock.
    func end() {
        time.store(0, ordering: .sequentiallyConsistent)
        if isRetaining.load(ordering: .sequentiallyConsistent) { releaseAll() }
    }

    @inline(never)
    private func releaseAll() {
        var released: [AnyObject] = []
        Self.all.withLock { _ in
            isRetaining.store(false, ordering: .sequentiallyConsistent)
            swap(&retained, &released)
        }
    }

    /// Returns whether it may be using an object that was linked at a time or earlier.
    private func isReading(_ readers: Readers, since time: UInt64) -> Bool {
        self.time.load(ordering: .sequentiallyConsistent) >= time
            && self.readers.load(ordering: .acquiring) == UInt(bitPattern: ObjectIdentifier(readers))
    }

    @inline(never)
    static func retain(_ object: AnyObject, for readers: Readers, since time: UInt64) {
        all.withLock { all in
            for reader in all.values where reader.isReading(readers, since: time) {
                reader.isRetaining.store(true, ordering: .sequentiallyConsistent)
                if reader.isReading(readers, since: time) { reader.retained.append(object) }
            }
        }
    }
}
