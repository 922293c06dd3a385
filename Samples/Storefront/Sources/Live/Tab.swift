import Dispatchers
package import Pages
package import ShopKit
import Synchronization

/// The observations of one event stream of a browser: the regions of all modules, and messages to be announced.
///
/// It ends with `close()`, or when it is released. Patches wait by what they change, and the newest wins: a client
/// that does not read costs one patch for each element of the page.
package final class Tab: PatchSink {
    private struct Waiting {
        var order: [String] = []
        var patches: [String: Patch] = [:]
        var toasts: [Patch] = []
        var isBeating = false
        var isOver = false
    }

    private let waiting = Mutex(Waiting())
    private let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let centers: [ObserverCenter]
    private let messages: MessageCenter

    /// Begins to observe, and finds what is true now among the first patches.
    package init(of visit: Visit) {
        let customer = visit.customer.states
        centers = [visit.states, customer, visit.shop.states]
        messages = visit.messages
        let isStaff = visit.states[.user]?.role == .staff
        for region in visit.shop.features.flatMap(\.regions) where isStaff || !region.isForStaff {
            region.observe(
                in: { home in
                    switch home {
                    case .visit: visit.states
                    case .customer: customer
                    case .shop: visit.shop.states
                    }
                }, for: self)
        }
        visit.messages.observe((any Announced).self, by: self) { tab, message in
            tab.add { $0.toasts.append(Patch(.toast, "", message.announcement)) }
        }
        visit.shop.states.observe(.pulse, by: self, options: .skipsCurrent) { tab, _ in tab.add { $0.isBeating = true }
        }
        // Another user sees other regions: the browser connects again.
        visit.states.observe(.user[\.self], by: self, options: .skipsCurrent) { tab, _ in tab.close() }
    }

    package func take(_ patches: [Patch]) {
        add { waiting in
            for patch in patches {
                let element = "\(patch.kind) \(patch.name)"
                if waiting.patches.updateValue(patch, forKey: element) == nil { waiting.order.append(element) }
            }
        }
    }

    /// Waits for the patches to be written next; `nil` at the end.
    ///
    /// No patches mean: show that you are alive.
    package func next() async -> [Patch]? {
        while true {
            let (patches, isOver) = waiting.withLock { waiting -> ([Patch]?, Bool) in
                let patches = waiting.order.compactMap { waiting.patches[$0] } + waiting.toasts
                let isBeating = waiting.isBeating
                waiting = Waiting(isOver: waiting.isOver)
                return (patches.isEmpty && !isBeating ? nil : patches, waiting.isOver)
            }
            if let patches { return patches }
            if isOver { return nil }
            var iterator = signals.makeAsyncIterator()
            if await iterator.next() == nil { return nil }
        }
    }

    /// Ends all observations; what waits is still read.
    package func close() {
        for center in centers { center.cancel(by: self) }
        messages.cancel(by: self)
        add { $0.isOver = true }
    }

    private func add(_ change: (inout Waiting) -> Void) {
        waiting.withLock { change(&$0) }
        signal.yield()
    }
}
