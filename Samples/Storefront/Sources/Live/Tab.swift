import Dispatchers
package import Pages
package import ShopKit
import Synchronization

/// The observations of one event stream of a browser: the regions of all modules, and messages to be announced.
///
/// It ends with `close()`, or when it is released. A change only marks the regions that it concerns. They are rendered when
/// the client reads: one that does not read costs no more than the marks, and a few messages.
package final class Tab: RegionObserver {
    private struct Waiting {
        var changed: Set<Int>
        var toasts: [Patch] = []

        /// The messages about changes that are not stored yet.
        var unsaved: [Patch] = []
        var isWhole = false
        var isBeating = false
        var isOver = false

        var isEmpty: Bool { changed.isEmpty && toasts.isEmpty && !isBeating }
    }

    /// The messages that wait at most.
    private static let toastLimit = 4

    private let user: User?
    private let states: RegionStates
    private let messages: MessageCenter
    private let calls: ProtocolDispatcherCenter
    private let regions: [Region]
    private let waiting: Mutex<Waiting>
    private let sent = Mutex(SentPatches())
    private let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Observes all regions.
    ///
    /// The first patches hold the current values.
    package init(of visit: Visit) {
        let user = visit.states[.user]
        let states = visit.regionStates
        self.user = user
        self.states = states
        messages = visit.messages
        calls = visit.calls
        let isOutside = user == nil && states[.shop][.isMembersOnly]
        regions = visit.shop.features.flatMap(\.regions).filter { region in
            (user?.role == .staff || !region.isForStaff) && !(isOutside && region.isOfShop)
        }
        waiting = Mutex(Waiting(changed: Set(regions.indices), isWhole: true))
        for (index, region) in regions.enumerated() { region.observe(as: index, in: states, by: self) }
        messages.observe((any Announced).self, by: self) { tab, message in
            let toast = Patch(.toast, "", message.announcement)
            // A click that fails would be announced otherwise.
            tab.waiting.withLock { $0.unsaved = ($0.unsaved + [toast]).suffix(Self.toastLimit) }
        }
        calls.register((any SavingDelegate).self, by: self) { $0 }
        states[.shop].observe(.pulse, by: self, options: .skipsCurrent) { tab, _ in
            tab.add { $0.isBeating = true }
        }
        // Another user sees other regions: the browser connects again. The observer also receives the current value, so a
        // user who has signed in since the first line is noticed.
        states[.visit].observe(.user, by: self) { tab, change in
            if change.new != tab.user { tab.close() }
        }
        guard user == nil else { return }
        states[.shop].observe(.isMembersOnly, by: self) { tab, change in
            if change.new != isOutside { tab.close() }
        }
    }

    package func regionChanged(_ index: Int) { add { $0.changed.insert(index) } }

    /// Waits for the patches to be written next; `nil` at the end.
    ///
    /// No patches mean: show that you are alive.
    package func next() async -> [Patch]? {
        while true {
            let now = takeWaiting()
            let patches = patches(of: now)
            if !patches.isEmpty || now.isBeating { return patches }
            if now.isOver { return nil }
            // A change that came to nothing is no event.
            guard now.isEmpty else { continue }
            var iterator = signals.makeAsyncIterator()
            if await iterator.next() == nil { return nil }
        }
    }

    /// Ends all observations; what waits is still read.
    package func close() {
        for owner in StateOwner.allCases { states[owner].cancel(by: self) }
        messages.cancel(by: self)
        calls.cancel(by: self)
        add { $0.isOver = true }
    }

    private func takeWaiting() -> Waiting {
        waiting.withLock { waiting in
            let now = waiting
            waiting = Waiting(changed: [], unsaved: now.unsaved, isOver: now.isOver)
            return now
        }
    }

    private func patches(of now: Waiting) -> [Patch] {
        var patches: [Patch] = now.isWhole ? [.whole] : []
        for index in now.changed.sorted() {
            let content = regions[index].patches(in: states)
            patches += sent.withLock { $0.changes(of: index, to: content) }
        }
        return patches + now.toasts
    }

    private func add(_ change: (inout Waiting) -> Void) {
        waiting.withLock { change(&$0) }
        signal.yield()
    }
}

extension Tab: SavingDelegate {
    package func changesWereStored() {
        let hasToasts = waiting.withLock { waiting in
            waiting.toasts = (waiting.toasts + waiting.unsaved).suffix(Self.toastLimit)
            defer { waiting.unsaved = [] }
            return !waiting.unsaved.isEmpty
        }
        if hasToasts { signal.yield() }
    }

    package func changesWereTakenBack() { waiting.withLock { $0.unsaved = [] } }
}
