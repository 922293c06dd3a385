@testable import Routing

extension RouteTable {
    /// Adds routes behind all others, whatever conflicts they bring.
    mutating func insert(_ routes: [Route]) {
        index = index.adding(routes.map(\.record)).index
        values = values.adding(routes.map(\.value))
    }
}
