extension RouteTable {
    /// The conflicts between the routes of the table, in the order of their second routes, each pair once.
    ///
    /// Of the earlier routes that rank like one route no more than sixteen are named. Linear in the routes, as long as few of them have segments of the same rank with a type or literal text and
    /// parameters at one place. The value is made anew each time.
    public var conflicts: [RouteConflict] {
        var search = conflictSearch
        return search.run()
    }

    /// The conflicts that there would be if routes were added, in the same order: only those that involve one of them.
    ///
    /// The table is not copied.
    func conflicts(adding newRoutes: [Route]) -> [RouteConflict] {
        var search = conflictSearch(adding: newRoutes)
        return search.run()
    }

    /// A search among all routes.
    var conflictSearch: ConflictSearch {
        ConflictSearch([ConflictPart(tree: tree, offset: 0)], newRoutes: routes.indices, addressing: addressing) {
            ConflictRoute(routes[$0], number: $0)
        }
    }

    /// A search among all routes and others for conflicts that involve one of the others.
    func conflictSearch(adding newRoutes: [Route]) -> ConflictSearch {
        let others = RouteTable(addressing, ignoringCase: tree.isIgnoringCase, newRoutes)
        let count = routes.count
        let parts = [ConflictPart(tree: tree, offset: 0), ConflictPart(tree: others.tree, offset: count)]
        return ConflictSearch(parts, newRoutes: count..<count + newRoutes.count, addressing: addressing) { number in
            ConflictRoute(number < count ? routes[number] : newRoutes[number - count], number: number)
        }
    }
}
