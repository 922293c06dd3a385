@testable import Routing

extension RouteTable {
    /// Adds routes behind all others, whatever conflicts they bring.
    mutating func insert(_ routes: [Route]) {
        let all = self.routes + routes
        self = RouteTable(
            tree.addressing, ignoringCase: tree.isIgnoringCase, all.map(\.record), values: all.map(\.value))
    }
}
