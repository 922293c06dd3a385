/// The handler of a route.
typealias RouteHandler = IsolatedHandler<RouteMatch, RouteReply>
