@testable import Routing

extension RouteTable {
    /// Adds routes behind all others, whatever conflicts they bring.
    mutating func insert(_ routes: [Route]) {
        self = RouteTable(tree.addressing, ignoringCase: tree.isIgnoringCase, self.routes + routes)
    }
}
