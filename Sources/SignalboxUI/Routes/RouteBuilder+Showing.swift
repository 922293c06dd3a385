public import Routing
import SignalboxCore

extension RouteBuilder {
    /// Adds a route that shows a screen on a navigation stack.
    ///
    /// The router does not retain the path. The route declines once the path is released.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the route.
    ///   - path: The path of the navigation stack.
    ///   - placement: The position of the screen on the stack.
    ///   - guards: The guards that are asked after those of the group.
    ///   - priority: Routes of a higher priority are asked before all others.
    ///   - overriding: `true` if the route may conflict with an earlier one.
    ///   - options: The name, the schemes and the metadata of the route.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - screen: Returns the screen of a URL, on the main actor. The router retains it. If it throws `RouteReply.declined`, the
    ///     route declines; if it throws another error, the opening fails.
    public mutating func show<Screen: Hashable & Sendable>(
        _ pattern: String, on path: RoutePath<Screen>, as placement: RoutePlacement = .nextScreen, guards: [Guard] = [],
        priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        screen: @escaping @MainActor @Sendable (RouteMatch) throws -> Screen
    ) {
        attaching(ShownScreen(path: WeakReference(path), screen: screen)) { routes in
            routes.on(
                pattern, by: path, guards: guards, priority: priority, overriding: overriding, options: options,
                fileID: fileID, line: line
            ) { @MainActor path, match in
                path.show(try screen(match), as: placement, for: match)
            }
        }
    }

    /// Adds a typed route that shows a screen on a navigation stack.
    ///
    /// The router does not retain the path. The route declines once the path is released.
    ///
    /// - Parameters:
    ///   - type: The type of the route.
    ///   - path: The path of the navigation stack.
    ///   - placement: The position of the screen on the stack.
    ///   - guards: The guards that are asked after those of the group.
    ///   - priority: Routes of a higher priority are asked before all others.
    ///   - overriding: `true` if the route may conflict with an earlier one.
    ///   - options: The name, the schemes and the metadata of the route.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - screen: Returns the screen of a route, on the main actor. The router retains it. If it throws `RouteReply.declined`, the
    ///     route declines; if it throws another error, the opening fails.
    public mutating func show<Route: TypedRoute, Screen: Hashable & Sendable>(
        _ type: Route.Type, on path: RoutePath<Screen>, as placement: RoutePlacement = .nextScreen,
        guards: [Guard] = [], priority: Int = 0, overriding: Bool = false, options: RouteOptions = RouteOptions(),
        fileID: StaticString = #fileID, line: Int = #line,
        screen: @escaping @MainActor @Sendable (Route) throws -> Screen
    ) {
        let shown = ShownScreen(path: WeakReference(path)) { match in
            guard let route = try? match.decode(Route.self) else { throw RouteReply.declined }
            return try screen(route)
        }
        attaching(shown) { routes in
            routes.on(
                type, by: path, guards: guards, priority: priority, overriding: overriding, options: options,
                fileID: fileID, line: line
            ) { @MainActor path, route, match in
                path.show(try screen(route), as: placement, for: match)
            }
        }
    }
}
