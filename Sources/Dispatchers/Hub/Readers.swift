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
