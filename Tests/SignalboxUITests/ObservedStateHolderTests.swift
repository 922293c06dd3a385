import Dispatchers
import Testing

@testable import SignalboxUI

private struct Cart: Sendable, Equatable {
    var items: [String] = []
    var total = 0
    var discount = 0
}

extension StateKeys {
    fileprivate static let cart = StateKey("cart", default: Cart())
}

@Suite("The observed state of a view") @MainActor struct ObservedStateHolderTests {
    private let center = ObserverCenter()
    private let holder = ObservedStateHolder<Int, WritableObservedState<Int>>()

    private func observed(_ path: WritableStatePath<Int>, in center: ObserverCenter) -> WritableObservedState<Int> {
        holder.observed(path, in: center) { center.observed(path) }
    }

    @Test("A view that is made anew with the same path keeps its observed state") func samePath() {
        let first = observed(.cart[\.total], in: center)
        #expect(observed(.cart[\.total], in: center) === first)
        #expect(center.observations.count == 1)
    }

    @Test("Another path or another center replaces the observed state, and ends the observation before") func another()
    {
        let other = ObserverCenter()
        other.set(.cart[\.total], to: 3)
        _ = observed(.cart[\.total], in: center)
        #expect(observed(.cart[\.total], in: other).value == 3)
        #expect(center.observations.isEmpty)
        #expect(observed(.cart[\.discount], in: other).value == 0)
        #expect(other.observations.count == 1)
    }

    @Test("Two views of one part share one observation, which ends with the last of them") func twoViews() {
        var holders = [ObservedStateHolder<Int, ObservedState<Int>>(), ObservedStateHolder()]
        for holder in holders {
            _ = holder.observed(.cart[\.total], in: center) { center.observed(.cart[\.total]) }
        }
        #expect(center.observations.map(\.what) == ["cart.total"])
        holders.removeLast()
        #expect(center.observations.count == 1)
        holders.removeLast()
        #expect(center.observations.isEmpty)
    }
}
