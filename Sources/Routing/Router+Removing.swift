import Dispatchers

extension Router {
    /// Removes the routes of a group and of all groups that were mounted inside of it.
    ///
    /// - Returns: How many routes were removed.
    @discardableResult
    public func remove(_ group: RouteGroup) -> Int {
        remove { $0.group.isWithin(group) }
    }

    /// Removes all routes of a pattern, which is written whole, with the prefixes of groups.
    ///
    /// - Returns: How many routes were removed.
    @discardableResult
    public func remove(_ pattern: String) -> Int {
        guard let pattern = try? RoutePattern(pattern, types: types) else { return 0 }
        return remove { $0.pattern == pattern }
    }

    /// Removes one route, and no other of its pattern.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public func remove(_ route: RegisteredRoute) -> Bool {
        remove { $0.id == route.id } > 0
    }

    /// Linear in the routes.
    ///
    /// The old table is released outside of the lock, since handlers go with it.
    private func remove(where isDoomed: (RegisteredRoute) -> Bool) -> Int {
        while true {
            let old = state.withLock { $0 }
            let table = old.table.removing { isDoomed($0.value) }
            let removed = old.table.routes.count - table.routes.count
            guard removed > 0 else { return 0 }
            var new = State(table: table)
            for route in table.routes { new.note(route.value) }
            if replace(old, with: new) { return removed }
        }
    }
}
