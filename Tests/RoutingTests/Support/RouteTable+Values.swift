@testable import Routing

extension RouteTable.Match {
    /// The decoded values of the parameters in the path, from left to right.
    var values: [String] {
        var values: [String: String] = [:]
        table.tree.readValues(of: hit, in: text, into: &values)
        return table.tree.records[hit.route].pattern.expansions[hit.expansion].names.compactMap { values[$0] }
    }
}
