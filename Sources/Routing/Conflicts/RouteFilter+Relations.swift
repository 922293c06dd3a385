extension RouteFilter {
    /// Whether a URL may have a scheme that both take.
    func sharesScheme(with other: RouteFilter) -> Bool {
        schemes.isEmpty || other.schemes.isEmpty || !schemes.isDisjoint(with: other.schemes)
    }

    /// Whether both are alike in all but the names of parameters and their schemes.
    func hasShape(of other: RouteFilter) -> Bool {
        host.map(\.shape) == other.host.map(\.shape) && query.shape == other.query.shape
    }

    /// Whether both rank alike in the order of routes.
    func ranksAlike(_ other: RouteFilter) -> Bool {
        !isMoreSpecific(than: other) && !other.isMoreSpecific(than: self)
    }

    /// Whether every URL that passes the other passes this, too; false when that cannot be told.
    func covers(_ other: RouteFilter) -> Bool {
        let coversSchemes = schemes.isEmpty || !other.schemes.isEmpty && other.schemes.isSubset(of: schemes)
        return coversSchemes && host.covers(other.host) && query.covers(other.query)
    }
}
