import Synchronization

/// Lets threads read what writers replace, without a lock on the reading side.
///
/// A reader counts itself in before it looks and out when it is done; what it finds meanwhile stays. A writer unlinks
/// something and hands it to `retire`, which releases it once everybody who may have found it is out. A writer never
/// waits, and so may be a reader itself: a handler may cancel itself.
///
/// ```swift
/// readers.read { for element in list… { element.call() } }
/// readers.retire(list.remove(…))      // after the writers' lock was given back
/// ```
///
/// Counting beats a lock twofold. A lock and a retained snapshot cost one thread some 40 nanoseconds and let two threads
/// slow each other down sevenfold; two counts cost 12, and two threads hardly meet, as each counts on a cache line of its
/// own. A reader that does not end delays the release of all that is retired after it began, and nothing else.
///
/// Why it is sound: let an object be unlinked at U. A reader who found it counted itself in before it looked, and looked
/// before U; counting, looking, unlinking and checking are sequentially consistent, so its count comes before every check
/// made after U. A counter seen at zero after U says that each who counted there before has counted itself out again. Every
/// reader uses one of 32 counters, and an object is released when each of them has been seen at zero after U, whenever
/// that was. Why that comes about: a stripe has two counters, and new readers are sent to one of them. When the other ones
/// were all seen at zero, the roles are exchanged, and those that were busy are left to drain.
package final class Readers: Sendable {
    static let stripeCount = 16

    /// The bytes between the counters of two stripes: no cache line holds two.
    private static let stride = 128

    /// Which counter of its stripe a new reader uses.
    private let parity = Atomic(0)

    /// Whether leaving readers have to look after retired objects.
    private let isWaiting = Atomic(false)

    /// The counters, touched through `Atomic` alone until `deinit`, when there are no readers.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    private let garbage = Protected(Garbage())
    private let key = CurrentThread.Key.shared

    /// Objects that wait for readers to leave.
    private struct Garbage: Sendable {
        /// Those whose check has begun, and the counters seen at zero since: a bit for each.
        var checked: [Retired] = []
        var idle: UInt32 = 0
        /// Those that came since.
        var unchecked: [Retired] = []
    }

    /// What a reader counted itself in with.
    package struct Reading: ~Copyable {
        fileprivate let counter: UnsafeMutablePointer<Atomic<Int>>
    }

    package init() {
        memory = .allocate(byteCount: Self.stripeCount * Self.stride, alignment: Self.stride)
        for index in 0..<Self.stripeCount * 2 { counter(index).initialize(to: Atomic(0)) }
    }

    deinit {
        memory.deallocate()
    }

    /// The thread that is running: ask once, and use it until the next `await`.
    package var currentThread: CurrentThread { key.current }

    /// Waits until everybody is out who is in now.
    package func drain() async {
        await withCheckedContinuation { continuation in retire(Farewell { continuation.resume() }) }
    }

    /// Counts the current thread in: what it finds from now on stays until it is counted out.
    @inline(__always)
    package func begin(on thread: CurrentThread) -> Reading {
        let counter = counter(stripe: thread.stripe, parity: parity.load(ordering: .relaxed))
        counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
        return Reading(counter: counter)
    }

    /// Counts it out, and releases what waited for it: foreign code may run, so hold no lock.
    @inline(__always)
    package func end(_ reading: consuming Reading) {
        let count = reading.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        if count == 0, isWaiting.load(ordering: .sequentiallyConsistent) { collect() }
    }

    /// Does something while the current thread is counted in.
    package func read<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let reading = begin(on: currentThread)
        do throws(Failure) {
            let result = try body()
            end(reading)
            return result
        } catch {
            end(reading)
            throw error
        }
    }

    /// Releases objects once everybody is out who is in now: at once if nobody is.
    ///
    /// Foreign code may run: hold no lock.
    package func retire(_ object: Retired?, _ other: Retired? = nil) {
        if object == nil, other == nil { return }
        // The caller's references are the last: what need not be kept goes with them.
        guard !isIdle else { return }
        garbage.withLock { garbage in
            if let object { garbage.unchecked.append(object) }
            if let other { garbage.unchecked.append(other) }
            isWaiting.store(true, ordering: .sequentiallyConsistent)
        }
        collect()
    }

    /// Whether nobody is in who was when this was called.
    private var isIdle: Bool {
        (0..<Self.stripeCount * 2).allSatisfy { counter($0).pointee.load(ordering: .sequentiallyConsistent) == 0 }
    }

    private func counter(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        counter(stripe: index / 2, parity: index % 2)
    }

    @inline(__always)
    private func counter(stripe: Int, parity: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        let offset = stripe &* Self.stride &+ parity &* MemoryLayout<Atomic<Int>>.stride
        return (memory + offset).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// Releases, outside of the lock, those that nobody can be looking at any more.
    @inline(never)
    private func collect() {
        _ = garbage.withLock { garbage in
            var free: [Retired] = []
            while !(garbage.checked.isEmpty && garbage.unchecked.isEmpty) {
                if garbage.checked.isEmpty {
                    swap(&garbage.checked, &garbage.unchecked)
                    garbage.idle = 0
                }
                check(&garbage.idle)
                guard garbage.idle == .max else { return free }
                free += garbage.checked
                garbage.checked = []
            }
            isWaiting.store(false, ordering: .sequentiallyConsistent)
            return free
        }
    }

    /// Notes which counters are at zero, and exchanges their roles when only those in use are not.
    private func check(_ idle: inout UInt32) {
        for index in 0..<Self.stripeCount * 2 where idle & 1 << index == 0 {
            if counter(index).pointee.load(ordering: .sequentiallyConsistent) == 0 { idle |= 1 << index }
        }
        let parity = parity.load(ordering: .relaxed)
        let spare: UInt32 = parity == 0 ? 0xAAAA_AAAA : 0x5555_5555
        if idle != .max, idle & spare == spare { self.parity.store(1 - parity, ordering: .relaxed) }
    }
}

/// Something that was unlinked, and may still be looked at.
package typealias Retired = any AnyObject & Sendable

/// Says that it is released.
private final class Farewell: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
}
