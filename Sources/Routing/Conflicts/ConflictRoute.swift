/// A route as the search for conflicts sees it.
struct ConflictRoute {
    /// Its number among all routes, in the order of registration.
    let number: Int
    let pattern: RoutePattern
    let priority: Int
    let schemes: Set<String>
    let filter: RouteFilter
    let expansions: [[PatternSegment]]

    init(number: Int, pattern: RoutePattern, priority: Int, schemes: Set<String>) {
        self.number = number
        self.pattern = pattern
        self.priority = priority
        self.schemes = schemes
        let content = pattern.content
        filter = RouteFilter(schemes: schemes, host: content.host, query: content.query)
        expansions = content.expansions
    }

    var party: RouteConflict.Party {
        RouteConflict.Party(index: number, pattern: pattern, priority: priority)
    }
}

extension ConflictRoute {
    init<Value>(_ route: RouteTable<Value>.Route, number: Int) {
        self.init(number: number, pattern: route.pattern, priority: route.priority, schemes: route.schemes)
    }
}
