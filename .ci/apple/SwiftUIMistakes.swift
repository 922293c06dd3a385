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
    @SharedState(.cart[\.totel]) private var misspelled: Int // error: reference to member 'totel' cannot be resolved without a contextual type
    @SharedState(.card) private var unknown: Cart // error: type 'WritableStatePath<Cart>' has no member 'card'
    @SharedState(.cart[\.description]) private var missing: String // error: reference to member 'description' cannot be resolved without a contextual type
    @SharedState(.cart[\.total]) private var total: Int
    @SharedValue(.cart[\.total]) private var readable: Int
    @SharedState(.cart[\.total]) private var text: String // error: member chain produces result of type 'WritableStatePath<Int>' but contextual base was inferred as 'WritableStatePath<String>'
    @Environment(\.state) private var states: ObserverCenter // error: value of type 'EnvironmentValues' has no member 'state'
    @Environment(\.messages) private var messages
    @Environment(\.router) private var calls: ProtocolDispatcherCenter // error: cannot convert value of type 'KeyPath<EnvironmentValues, Router>' to expected argument type 'KeyPath<EnvironmentValues, ProtocolDispatcherCenter>'

    var body: some View {
        Stepper("Total", value: $total)
        Text("\(readable)")
    }
}

struct MisspelledModifiers {
    let router: Router
    let states: ObserverCenter

    @MainActor func wrongEvent() -> some View { EmptyView().onMessages(ItemAdded.self) { _ in } } // error: value of type 'EmptyView' has no member 'onMessages'
    @MainActor func wrongMessage() -> some View { EmptyView().onMessage(ItemAdded()) { _ in } } // error: cannot convert value of type 'ItemAdded' to expected argument type 'Message.Type'
    @MainActor func wrongLabel() -> some View { EmptyView().centers(state: states) } // error: incorrect argument label in call (have 'state:', expected 'states:')
    @MainActor func wrongCenter() -> some View { EmptyView().centers(messages: states) } // error: cannot convert value of type 'ObserverCenter' to expected argument type 'MessageCenter'
    @MainActor func noRouter() -> some View { EmptyView().opensLinks() } // error: missing argument for parameter 'with' in call
    @MainActor func wrongOfSwiftUI() -> some View { EmptyView().onOpenURL(action: { _ in }) } // error: incorrect argument label in call (have 'action:', expected 'perform:')
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
        count = 1 // error: cannot assign to property: 'count' is a get-only property
        total = "1" // error: cannot assign value of type 'String' to type 'Int'
    }

    private var binding: Binding<Int> { $count } // error: cannot find '$count' in scope
}

nonisolated func readFromAnywhere(_ state: WritableObservedState<Int>) {
    state.value = 1 // error: main actor-isolated property 'value' can not be mutated from a nonisolated context
}

struct AssignedStorage: View {
    @State private var count: Int
    @State private var name = ""

    init(_ count: Int) {
        self.count = count
        _name = State(initialValue: "Ada") // error: cannot assign to property: '_name' is a get-only property
    }

    var body: some View {
        Stepper(name, value: $count)
    }
}
