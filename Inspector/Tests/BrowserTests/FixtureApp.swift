import Dispatchers
import Hooks
import Inspector
import Routing

struct ItemPicked: Codable, Sendable { var name: String }
struct PriceFeedStale: Sendable {}
struct Tick: Sendable {}

struct Line: Codable, Sendable, Identifiable {
    let id: Int
    var name: String
    var count: Int
}

struct Cart: Codable, Sendable {
    var lines: [Line] = []
    var total = 0
}

extension StateKeys {
    static let cart = StateKey("cart", default: Cart())
}

protocol Basket: Sendable {
    func didChange()
}

/// A small app with all five mechanisms, and the inspector of it.
final class FixtureApp: Sendable {
    final class Counter: Basket {
        static let counting = JoinPoint<Counter, Void, Void>("didChange()")
        func didChange() { Self.counting(self, ()) {} }
    }

    let trace = Trace()
    let messages: MessageCenter
    let states: ObserverCenter
    let calls: ProtocolDispatcherCenter
    let router: Router
    let counter = Counter()
    private let registrations: [Registration]

    init() throws {
        let messages = MessageCenter(name: "app", trace: trace)
        let states = ObserverCenter(name: "shop", trace: trace)
        let calls = ProtocolDispatcherCenter(name: "calls", trace: trace)
        self.messages = messages
        self.states = states
        self.calls = calls
        router = Router(trace: trace)
        registrations = [
            messages.observe(ItemPicked.self) { picked in
                states.update(.cart) { cart in
                    cart.lines.append(Line(id: cart.lines.count + 1, name: picked.name, count: 1))
                    cart.total += 3_900
                }
            },
            states.observe(.cart[\.total], options: .skipsCurrent) { _ in
                calls.dispatch((any Basket).self) { $0.didChange() }
            },
            Counter.counting.before { _, _ in },
        ]
        calls.register((any Basket).self, by: counter) { $0 }
        try router.register { $0.on("/product/:id") { _ in messages.post(ItemPicked(name: "Brass lamp")) } }
    }

    /// Starts the inspector, with what the tests replay.
    func inspect(port: UInt16 = 0) async throws -> Inspector {
        let inspector = try await Inspector.start(
            watching: messages, states, calls, router, trace: trace, port: port, allowingRelease: true, print: { _ in })
        inspector.offer(ItemPicked.self, to: messages)
        inspector.offer(.cart, of: states)
        inspector.offer(router)
        return inspector
    }
}
