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
/// current one, if there is a slot without readers: up to 16 epochs can have readers at a time.
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
/// An object is released when, after U, all counters of every slot whose last epoch is from B to R were seen at zero. A slot is
/// given to another epoch only when it is not current and all its counters are at zero, so the epochs that it had before have no
/// readers. A reader that was on the way into one of them finds that the epoch has changed, and enters again.
final class Readers: Sendable {
    /// The number of an epoch, and in the lowest four bits its slot: later ones are larger.
    typealias Epoch = UInt64

    /// Threads count on one of so many cache lines, each of which has a counter for each slot.
    private static let stripeCount = 16
    private static let slotCount = 16

    /// The epoch in which new readers enter.
    private let current = Atomic<Epoch>(0)

    /// How many slots have been used.
    private let usedSlots = Atomic(1)

    /// Whether leaving readers have to look after retired objects.
    private let isWaiting = Atomic(false)

    /// The counters, touched through `Atomic` alone until `deinit`, when there are no readers.
    private nonisolated(unsafe) let counters: UnsafeMutablePointer<Atomic<Int>>
    private let garbage = Protected(Garbage())

    private struct Garbage: Sendable {
        var batches: [Batch] = []

        /// The last epoch of each slot.
        var epochs: [Epoch] = [0]

        mutating func append(_ object: AnyObject, from birth: Epoch, to death: Epoch) {
            let last = batches.count - 1
            if last >= 0, batches[last].birth == birth, batches[last].death == death {
                batches[last].objects.append(object)
            } else {
                batches.append(Batch(birth: birth, death: death, objects: [object]))
            }
        }
    }

    /// Objects that were linked and unlinked in the same epochs.
    ///
    /// Why it may be shared: the objects are only released, by the one thread that takes the batch.
    private struct Batch: @unchecked Sendable {
        let birth: Epoch
        let death: Epoch
        var objects: [AnyObject]
    }

    /// What a reader entered with; to be ended once.
    struct Reading {
        fileprivate let counter: UnsafeMutablePointer<Atomic<Int>>
        fileprivate let epoch: Epoch

        /// Leaves the critical section; what waited for it is released when another one is left, or something is retired.
        func abandon() { counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    }

    init() {
        counters = .allocate(capacity: Self.stripeCount * Self.slotCount)
        for index in 0..<Self.stripeCount * Self.slotCount { (counters + index).initialize(to: Atomic(0)) }
    }

    deinit {
        // A counter that is not at zero is that of a reader whose thread left it by an exception: see `DeliveryScope`.
        if isIdle { counters.deallocate() }
    }

    /// The epoch that is current: what is linked from now on is linked in this one, or in a later one.
    var epoch: Epoch { current.load(ordering: .sequentiallyConsistent) }

    /// Waits until all readers have left that are in now.
    func drain() async {
        await withCheckedContinuation { continuation in retire(ReleaseAction { continuation.resume() }) }
    }

    /// Enters a read-side critical section.
    ///
    /// What was linked by now, and is found from now on, is not released until the matching `end`. For what is linked later,
    /// `isCurrent` has to be asked.
    @inline(__always)
    func begin(on thread: CurrentThread) -> Reading {
        while true {
            let epoch = epoch
            let counter = counter(stripe: thread.number, slot: Self.slot(of: epoch))
            counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
            let reading = Reading(counter: counter, epoch: epoch)
            if isCurrent(reading) { return reading }
            reading.abandon()
        }
    }

    /// Whether what was found by now stays until the matching `end`, whenever it was linked.
    @inline(__always)
    func isCurrent(_ reading: Reading) -> Bool { epoch == reading.epoch }

    /// Leaves a critical section and enters it again, in the epoch that is current now.
    ///
    /// Releases nothing, and so may be called under a lock.
    func renew(_ reading: inout Reading) {
        let old = reading
        reading = begin(on: CurrentThread.current)
        old.abandon()
    }

    /// Leaves a critical section, and releases what waited for it: foreign code may run, so hold no lock.
    @inline(__always)
    func end(_ reading: Reading) {
        let count = reading.counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        if count == 0, isWaiting.load(ordering: .sequentiallyConsistent) { collect() }
    }

    /// Does something in a critical section.
    func read<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let reading = begin(on: CurrentThread.current)
        defer { end(reading) }
        return try body()
    }

    /// Releases an object once no reader can be looking at it any more: at once if there is none.
    ///
    /// Foreign code may run: hold no lock.
    ///
    /// - Parameters:
    ///   - object: What was unlinked.
    ///   - birth: The epoch in which it was linked, or an earlier one.
    func retire(_ object: AnyObject?, linkedIn birth: Epoch = 0) {
        // The caller's reference is the last: what need not be kept goes with it.
        guard let object, !isIdle else { return }
        garbage.withLock { garbage in
            garbage.append(object, from: birth, to: epoch)
            isWaiting.store(true, ordering: .sequentiallyConsistent)
        }
        collect()
    }

    /// Whether no reader is in that was when this was called.
    private var isIdle: Bool { (0..<usedSlots.load(ordering: .sequentiallyConsistent)).allSatisfy(isIdle) }

    /// Whether no reader is in an epoch that was when this was called.
    private func isIdle(slot: Int) -> Bool {
        (0..<Self.stripeCount).allSatisfy {
            counter(stripe: $0, slot: slot).pointee.load(ordering: .sequentiallyConsistent) == 0
        }
    }

    private func counter(stripe: Int, slot: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        counters + ((stripe & (Self.stripeCount - 1)) &* Self.slotCount &+ slot)
    }

    private static func slot(of epoch: Epoch) -> Int { Int(truncatingIfNeeded: epoch & 15) }

    /// Releases, outside of the lock, what no reader can be looking at any more.
    @inline(never)
    private func collect() {
        _ = garbage.withLock { garbage in
            let busy = garbage.epochs.filter { !isIdle(slot: Self.slot(of: $0)) }
            let held = garbage.batches.partition { batch in busy.contains { batch.birth <= $0 && $0 <= batch.death } }
            let free = Array(garbage.batches[..<held])
            garbage.batches.removeFirst(held)
            if garbage.batches.isEmpty {
                isWaiting.store(false, ordering: .sequentiallyConsistent)
            } else if busy.contains(epoch), garbage.batches.contains(where: { $0.death == epoch }) {
                beginEpoch(&garbage)
            }
            return free
        }
    }

    /// Lets another epoch begin, so that those who are in now can leave, if there is a slot without readers.
    private func beginEpoch(_ garbage: inout Garbage) {
        let old = epoch
        let used = garbage.epochs.count
        let free = (0..<used).first { $0 != Self.slot(of: old) && isIdle(slot: $0) }
        guard let slot = free ?? (used < Self.slotCount ? used : nil) else { return }
        let epoch = (old | 15) + 1 | Epoch(slot)
        if slot == used {
            garbage.epochs.append(epoch)
            usedSlots.store(used + 1, ordering: .sequentiallyConsistent)
        } else {
            garbage.epochs[slot] = epoch
        }
        current.store(epoch, ordering: .sequentiallyConsistent)
    }
}

/// Calls an action when its last reference is released.
package final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
}
