// A service is provided under a protocol that does not refine `Sendable`.
// says: type 'any Prices' does not conform to the 'Sendable' protocol
// instead: write `protocol Prices: Sendable`.
import Dispatchers

protocol Prices { var total: Int { get } }
struct PriceList: Prices { let total = 1 }

func start(_ center: ProtocolDispatcherCenter) { center.provide((any Prices).self) { _ in PriceList() } }
