import Synchronization

/// Lets threads read what writers replace, without a lock on the reading side.
///
/// A reader enters before it looks and leaves when it is done; what it finds meanwhile stays. A writer unlinks something and
/// hands it to `retire`, which releases it once no reader can have found it. A writer never waits, and so may be a
/// reader itself: a handler may cancel itself.
///
/// ```swift
/// readers.read { reference.load()?… }
/// readers.retire(reference.exchange(new)…)      // after the writers' lock was released
/// ```
///
/// Counting beats a lock twofold. A lock and a retained snapshot cost one thread some 40 nanoseconds and let two threads
/// slow each other down sevenfold; two counts cost 12, and two threads hardly meet, as each counts on a cache line of its
/// own.
///
/// Time is divided into epochs, and each has counters of its own, a slot. A reader that stays for long, since its handler
/// does, therefore delays the release of what was there when it looked, and of nothing that came later: what is linked and
/// unlinked again while it stays does not pile up. Another epoch begins when something has to wait for readers of the
/// current one, if there is an unused slot: up to 16 epochs can have readers at a time.
///
/// Why it is sound: counting, looking, unlinking and checking are sequentially consistent. Let an object be linked in epoch
/// B (or earlier) and unlinked at U, in epoch R (or earlier); `retire` is given B, and notes R. A reader that entered in epoch
/// E and found the object
///
/// - counted itself in before it looked, and looked before U. So its count comes before every check made after U: a counter
///   seen at zero after U says that each who counted there before has left.
/// - found E to be the current epoch still, after it had looked (`isCurrent`). So B ≤ E, and since it looked before U, E ≤ R.
///   Code that does not ask has to retire with B = 0.
///
/// An object is released when all counters of every epoch from B to R have been seen at zero after U, each at some time.
/// A slot is given to another epoch only when it is not current and all its counters are at zero. A reader that was on the
/// way into it finds that the epoch has changed, and enters again.
package final class Readers: Sendable {
    static let stripeCount = 16
    static let slotCount = 16

    /// The bytes between the counters of two stripes: no cache line holds two.
    private static let stride = slotCount * MemoryLayout<Atomic<Int>>.stride

    /// The epoch in which new readers enter.
    private let current = Atomic<UInt64>(0)

    /// How many slots have been used.
    private let usedSlots = Atomic(1)

    /// Whether leaving readers have to look after retired objects.
    private let isWaiting = Atomic(false)

    /// The counters, touched through `Atomic` alone until `deinit`, when there are no readers.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    private let garbage = Protected(RetiredObjects())
    private let key = CurrentThread.Key.shared

    /// What a reader entered with; to be ended once.
    package struct Reading {
        fileprivate let counter: UnsafeMutablePointer<Atomic<Int>>
        fileprivate let epoch: UInt64

        /// Leaves the critical section; what waited for it is released when another one is left, or something is retired.
        package func abandon() { counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    }

    package init() {
        memory = .allocate(byteCount: Self.stripeCount * Self.stride, alignment: Self.stride)
        for index in 0..<Self.stripeCount * Self.slotCount {
            counter(stripe: index / Self.slotCount, slot: index % Self.slotCount).initialize(to: Atomic(0))
        }
    }

    deinit {
        // A counter that is not at zero is that of a reader whose thread left it by an exception: see `CurrentThread`.
        if isIdle { memory.deallocate() }
    }

    /// The thread that is running: ask once, and use it until the next `await`.
    package var currentThread: CurrentThread { key.current }

    /// The epoch that is current: what is linked from now on is linked in this one, or in a later one.
    package var epoch: Epoch { Epoch(bits: current.load(ordering: .sequentiallyConsistent)) }

    /// Waits until all readers have left that are in now.
    package func drain() async {
        await withCheckedContinuation { continuation in retire(ReleaseAction { continuation.resume() }) }
    }

    /// Enters a read-side critical section.
    ///
    /// What was linked by now, and is found from now on, is not released until the matching `end`. For what is linked later,
    /// `isCurrent` has to be asked.
    @inline(__always)
    package func begin(on thread: CurrentThread) -> Reading {
        while true {
            let epoch = current.load(ordering: .sequentiallyConsistent)
            let counter = counter(stripe: thread.stripe, slot: Epoch.slot(of: epoch))
            counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
            let reading = Reading(counter: counter, epoch: epoch)
            if isCurrent(reading) { return reading }
            reading.abandon()
        }
    }

    /// Whether what was found by now stays until the matching `end`, whenever it was linked.
    @inline(__always)
    package func isCurrent(_ reading: Reading) -> Bool {
        current.load(ordering: .sequentiallyConsistent) == reading.epoch
    }

    /// Leaves a critical section and enters it again, in the epoch that is current now.
    ///
    /// Releases nothing, and so may be called under a lock.
    package func renew(_ reading: inout Reading) {
        let old = reading
        reading = begin(on: currentThread)
        old.abandon()
    }

    /// Leaves a critical section, and releases what waited for it: foreign code may run, so hold no lock.
    @inline(__always)
    package func end(_ reading: Reading) {
        let count = reading.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        if count == 0, isWaiting.load(ordering: .sequentiallyConsistent) { collect() }
    }

    /// Does something in a critical section.
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

    /// Releases an object once no reader can be looking at it any more: at once if there is none.
    ///
    /// Foreign code may run: hold no lock.
    ///
    /// - Parameters:
    ///   - object: What was unlinked.
    ///   - birth: The epoch in which it was linked, or an earlier one.
    package func retire(_ object: Retired?, linkedIn birth: Epoch = .first) {
        // The caller's reference is the last: what need not be kept goes with it.
        guard let object, !isIdle else { return }
        garbage.withLock { garbage in
            garbage.append(object, from: birth, to: epoch)
            isWaiting.store(true, ordering: .sequentiallyConsistent)
        }
        collect()
    }

    /// Whether no reader is in that was when this was called.
    private var isIdle: Bool {
        for slot in 0..<usedSlots.load(ordering: .sequentiallyConsistent) where idleStripes(of: slot) != .max {
            return false
        }
        return true
    }

    /// The stripes whose counter in a slot is at zero, a bit for each.
    private func idleStripes(of slot: Int) -> UInt16 {
        var idle: UInt16 = 0
        for stripe in 0..<Self.stripeCount {
            let count = counter(stripe: stripe, slot: slot).pointee.load(ordering: .sequentiallyConsistent)
            if count == 0 { idle |= 1 << stripe }
        }
        return idle
    }

    private func counter(stripe: Int, slot: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        let offset = stripe &* Self.stride &+ slot &* MemoryLayout<Atomic<Int>>.stride
        return (memory + offset).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// Releases, outside of the lock, those that no reader can be looking at any more.
    @inline(never)
    private func collect() {
        _ = garbage.withLock { garbage in
            var free: [Retired] = []
            for slot in 0..<usedSlots.load(ordering: .relaxed) {
                garbage.look(at: { idleStripes(of: slot) }, of: slot, &free)
            }
            if garbage.isEmpty {
                isWaiting.store(false, ordering: .sequentiallyConsistent)
            } else if garbage.isWaiting(for: Epoch.slot(of: current.load(ordering: .relaxed))) {
                beginEpoch(&garbage)
            }
            return free
        }
    }

    /// Lets another epoch begin, so that those who are in now can leave, if there is a slot without readers.
    private func beginEpoch(_ garbage: inout RetiredObjects) {
        let old = current.load(ordering: .relaxed)
        let used = usedSlots.load(ordering: .relaxed)
        let free = (0..<used).first {
            $0 != Epoch.slot(of: old) && !garbage.isWaiting(for: $0) && idleStripes(of: $0) == .max
        }
        guard let slot = free ?? (used < Self.slotCount ? used : nil) else { return }
        let epoch = Epoch(bits: old).next(in: slot)
        garbage.give(slot, to: epoch)
        usedSlots.store(max(used, slot + 1), ordering: .sequentiallyConsistent)
        current.store(epoch.bits, ordering: .sequentiallyConsistent)
    }
}

/// Something that was unlinked, and may still be looked at.
package typealias Retired = any AnyObject & Sendable

/// Calls an action when its last reference goes.
package final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
}
