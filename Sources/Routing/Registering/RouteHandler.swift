/// What a route does with a match.
typealias RouteHandler = IsolatedHandler<RouteMatch, RouteReply>
