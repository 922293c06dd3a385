// swift-format-ignore-file

// Mistakes about `SignalboxUI` and SwiftUI: `.ci/check-apple` must find an error in each line that says so, and no other.
import Dispatchers
import Routing
import SignalboxUI
import SwiftUI

struct ItemAdded: Sendable {}

struct Cart: Sendable, Equatable {
    private(set) var count = 0
    var total = 0
}

extension StateKeys {
    static let cart = StateKey("cart", default: Cart())
}

struct MisspelledParts: View {
    @SharedState(.cart[\.totel]) private var misspelled: Int // error
    @SharedState(.card) private var unknown: Cart // error
    @SharedState(.cart[\.description]) private var missing: String // error
    @SharedState(.cart[\.total]) private var total: Int
    @SharedValue(.cart[\.total]) private var readable: Int
    @SharedState(.cart[\.total]) private var text: String // error
    @Environment(\.state) private var states: ObserverCenter // error
    @Environment(\.messages) private var messages
    @Environment(\.router) private var calls: ProtocolDispatcherCenter // error

    var body: some View {
        Stepper("Total", value: $total)
        Text("\(readable)")
    }
}

struct MisspelledModifiers {
    let router: Router
    let states: ObserverCenter

    @MainActor func wrongEvent() -> some View { EmptyView().onMessages(ItemAdded.self) { _ in } } // error
    @MainActor func wrongMessage() -> some View { EmptyView().onMessage(ItemAdded()) { _ in } } // error
    @MainActor func wrongLabel() -> some View { EmptyView().centers(state: states) } // error
    @MainActor func wrongCenter() -> some View { EmptyView().centers(messages: states) } // error
    @MainActor func noRouter() -> some View { EmptyView().opensLinks() } // error
    @MainActor func wrongOfSwiftUI() -> some View { EmptyView().onOpenURL(action: { _ in }) } // error
    @MainActor func right() -> some View {
        EmptyView().onMessage(ItemAdded.self) { _ in }.centers(states: states).opensLinks(with: router)
    }
}

struct Properties: View {
    @SharedState(.cart[\.total]) private var total: Int
    @SharedValue(.cart[\.count]) private var count: Int

    var body: some View {
        Text("\(total), \(count)")
    }

    private func set() {
        total = 1
        count = 1 // error
        total = "1" // error
    }

    private var binding: Binding<Int> { $count } // error
}

nonisolated func readFromAnywhere(_ state: WritableObservedState<Int>) {
    state.value = 1 // error
}
