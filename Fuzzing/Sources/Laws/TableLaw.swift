import Routing

enum TableLaw {
    private static let origins: [Origin] = ["shop://", "https://shop.example/app", "https://shop.example"]

    static func check(_ input: String) throws(Violation) {
        var lines = input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let url = lines.popLast() ?? ""
        let patterns = lines.prefix(8).compactMap { try? RoutePattern($0) }
        guard let address = try? URLText(url) else { return }
        let routes = patterns.enumerated().map { number, pattern in
            RouteTable<Int>.Route(pattern: pattern, priority: number % 5 == 4 ? 1 : 0, value: number)
        }
        let table = table(of: routes, number: input.utf8.count)
        try check(table.match(address), Array(table.matches(address)))
        try check(table.match(url), Array(table.matches(url)))
    }

    /// One of every kind in turn.
    private static func table(of routes: [RouteTable<Int>.Route], number: Int) -> RouteTable<Int> {
        let isIgnoringCase = number % 3 == 0
        return switch number % 4 {
        case 0: RouteTable(host: .path, ignoringCase: isIgnoringCase, routes)
        case 1: RouteTable(host: .ignore, ignoringCase: isIgnoringCase, routes)
        case 2: RouteTable(host: .match, ignoringCase: isIgnoringCase, routes)
        default: RouteTable(origins: origins, ignoringCase: isIgnoringCase, routes)
        }
    }

    private static func check(_ first: RouteTable<Int>.Match?, _ all: [RouteTable<Int>.Match]) throws(Violation) {
        try Violation.unless(first?.value == all.first?.value, "found \(first?.value ?? -1) of \(all.map(\.value))")
        for match in all {
            let names = Set(match.route.pattern.parameters.map(\.name))
            for (name, value) in match.parameters {
                try Violation.unless(match[name] == value && names.contains(name), "two values of \(name)")
            }
            _ = match.tail
        }
    }
}
