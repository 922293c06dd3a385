import Routing

/// A route in one line: a pattern, and behind a space each a priority and schemes with commas between them.
enum RouteLine {
    static func route(_ line: String) throws -> RouteTable<String>.Route {
        var fields = line.split(separator: " ").map(String.init)
        let pattern = try RoutePattern(fields.removeFirst(), types: [ParameterType("Never") { _ in false }])
        let priority = fields.compactMap { Int($0) }.first ?? 0
        let schemes = fields.filter { Int($0) == nil }.flatMap { $0.split(separator: ",").map(String.init) }
        return .init(pattern: pattern, priority: priority, schemes: Set(schemes), value: line)
    }

    static func routes(_ lines: [String]) throws -> [RouteTable<String>.Route] { try lines.map(route) }
}

extension RouteConflict {
    /// Kind and numbers, and the witness if there is one: `ambiguous 0 1 app:///1`.
    var summary: String { "\(kind) \(first.index) \(second.index)" + (witness.map { " \($0)" } ?? "") }
}
