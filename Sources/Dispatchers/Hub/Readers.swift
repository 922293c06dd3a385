import SignalboxCore
import Synchronization

/// Epoch-based reclamation for one tree of hubs: threads read objects that others replace, without a lock and without retaining them.
///
/// A thread reads through a `Reader`. A writer unlinks an object and retires it. Each reader that may have found the object retains
/// it until it ends. A writer never waits, and may be a reader itself, so a handler may cancel itself. A reader that takes long, since
/// a handler does, delays the release of the objects that it may have found, and of none that were linked later.
///
/// Soundness: all operations are sequentially consistent. A reader stores the time T, reads, and uses the object that it found only if
/// the time is still T. Otherwise it begins again. So the object was linked at T or earlier. A writer links an object at the time B,
/// unlinks it, and then checks the readers. A reader that uses the object stored its time T ≥ B before, so the writer sees it unless it
/// has ended. A reader that ends checks for retained objects after it has stored its end: either it finds the object that the writer
/// adds, or the writer finds that it has ended. A handler was linked with its subscription, which the list or the caller retains: at T
/// or earlier.
final class Readers: Sendable {
    /// A time before all others, for a reader that has found a list in another way.
    static let never: UInt64 = 0

    private let clock = Atomic<UInt64>(1)

    /// The time, a number that never falls.
    ///
    /// Objects that are linked from now on are linked at this time or later.
    var now: UInt64 { clock.load(ordering: .sequentiallyConsistent) }

    /// Begins a new time, and returns it.
    func advance() -> UInt64 { clock.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }

    /// Releases an object once no reader can be using it any more: at once if there is none.
    ///
    /// Foreign code may run: hold no lock.
    ///
    /// - Parameters:
    ///   - object: The unlinked object.
    ///   - time: The time at which it was linked, or an earlier one.
    func retire(_ object: AnyObject?, linkedAt time: UInt64 = 1) {
        // Unless a reader retains it, the caller's reference is the last.
        if let object { Reader.retain(object, for: self, since: time) }
    }

    /// Waits until all present readers have ended.
    func drain() async {
        await withCheckedContinuation { continuation in retire(ReleaseAction { continuation.resume() }) }
    }
}

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
    fileprivate static func retain(_ object: AnyObject, for readers: Readers, since time: UInt64) {
        all.withLock { all in
            for reader in all.values where reader.isReading(readers, since: time) {
                reader.isRetaining.store(true, ordering: .sequentiallyConsistent)
                if reader.isReading(readers, since: time) { reader.retained.append(object) }
            }
        }
    }
}

/// A reference that is read and replaced atomically, and retains its object.
///
/// The reference is stored as a number: `Atomic` of an optional reference is generic code, which looks up its types
/// each time that it writes. All operations are sequentially consistent, as `Readers` requires.
///
/// Soundness: the number is the address of an object that this reference retains, or 0. `exchange` is the only writer, and hands the
/// reference to its caller.
@safe
struct AtomicReference<Object: AnyObject>: ~Copyable, Sendable {
    private let bits: Atomic<UInt>

    /// Retains an object.
    init(_ object: Object? = nil) {
        bits = Atomic(Self.bits(retaining: object))
    }

    deinit { _ = exchange(nil) }

    /// Returns the object without retaining it, for a reader of `Readers`, for the only thread that replaces it, or for any thread if
    /// it is never replaced.
    @inline(__always)
    func load() -> UnretainedReference<Object>? {
        let address = bits.load(ordering: .sequentiallyConsistent)
        return unsafe Self.reference(address).map { unsafe UnretainedReference($0) }
    }

    /// Stores an object, and returns the one before.
    func exchange(_ object: Object?) -> Object? {
        let old = bits.exchange(Self.bits(retaining: object), ordering: .sequentiallyConsistent)
        return unsafe Self.reference(old)?.takeRetainedValue()
    }

    private static func bits(retaining object: Object?) -> UInt {
        guard let object else { return 0 }
        return unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    }

    private static func reference(_ bits: UInt) -> Unmanaged<Object>? {
        guard let address = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
        return unsafe .fromOpaque(address)
    }
}

/// A reference that does not retain its object.
///
/// Soundness: each property that stores one states what keeps the object alive meanwhile.
@safe
struct UnretainedReference<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    /// Refers to an object.
    init(_ object: Object) {
        unsafe reference = .passUnretained(object)
    }

    /// Refers to the object of an unmanaged reference.
    fileprivate init(_ reference: Unmanaged<Object>) {
        unsafe self.reference = reference
    }

    /// The object, retained while it is used.
    var object: Object { unsafe reference.takeUnretainedValue() }

    /// Calls a body with the object, which need not be retained.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef(body)
    }
}

extension UnretainedReference: @unchecked Sendable where Object: Sendable {}
