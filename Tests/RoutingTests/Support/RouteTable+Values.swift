@testable import Routing

extension RouteTable.Match {
    /// The decoded values of the parameters in the path, from left to right.
    var values: [String] {
        var values: [String] = []
        table.tree.forEachValue(of: hit, in: text) { _, value in values.append(value) }
        return values
    }
}
