/// A URL that matches the pattern of a typed route and cannot be read as a value of its type.
struct UnreadableRoute: Error {
    let reason: RouteValueError
}

extension TypedRoute {
    /// Reads a value of the route from a URL that matches its pattern.
    init(match: RouteMatch) throws {
        do throws(RouteValueError) {
            self = try match.decode(Self.self)
        } catch {
            throw UnreadableRoute(reason: error)
        }
    }
}
