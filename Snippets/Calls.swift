// Calls: "do this" to all objects that are registered for a protocol, or "tell me" to the one that provides a service.
import Dispatchers

protocol LoginObserver { func didLogin(_ user: String) }

@MainActor final class Greeting: @MainActor LoginObserver {
    init(_ center: ProtocolDispatcherCenter) {
        center.register((any LoginObserver).self, by: self) { $0 }
    }

    func didLogin(_ user: String) { print("hello", user) }
}

let center = ProtocolDispatcherCenter()
let greeting = Greeting(center)
center.dispatch((any LoginObserver).self) { $0.didLogin("ada") }

protocol Prices: Sendable { func price(of item: String) -> Int }
protocol Till: Sendable {
    func total(of items: [String]) -> Int
    func close()
}

struct PriceList: Prices {
    func price(of item: String) -> Int { item.count }
}

struct CashTill: Till {
    let prices: any Prices
    func total(of items: [String]) -> Int { items.reduce(0) { $0 + prices.price(of: $1) } }
    func close() { print("closed") }
}

center.provide((any Prices).self) { _ in PriceList() }
center.provide((any Till).self, for: .session) { scope in
    CashTill(prices: try scope.service((any Prices).self))
} closing: { till in
    till.close()
}
let session = center.begin(.session)
print(try session.service((any Till).self).total(of: ["lamp", "candle"]))
session.close()
