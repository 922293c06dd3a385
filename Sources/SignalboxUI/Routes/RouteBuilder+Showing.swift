public import Routing

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
    ///   - fileID: The file of the call; leave it to the compiler.
    ///   - line: The line of the call; leave it to the compiler.
    ///   - screen: Returns the screen of a URL. If it throws, the opening fails, and no screen is shown.
    public mutating func show<Screen: Hashable & Sendable>(
        _ pattern: String, on path: RoutePath<Screen>, as placement: RoutePlacement = .nextScreen, guards: [Guard] = [],
        fileID: StaticString = #fileID, line: Int = #line,
        screen: @escaping @Sendable (RouteMatch) throws -> Screen
    ) {
        on(pattern, by: path, guards: guards, fileID: fileID, line: line) { @MainActor path, match in
            path.show(try screen(match), as: placement)
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
    ///   - fileID: The file of the call; leave it to the compiler.
    ///   - line: The line of the call; leave it to the compiler.
    ///   - screen: Returns the screen of a route. If it throws, the opening fails, and no screen is shown.
    public mutating func show<Route: TypedRoute, Screen: Hashable & Sendable>(
        _ type: Route.Type, on path: RoutePath<Screen>, as placement: RoutePlacement = .nextScreen,
        guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        screen: @escaping @Sendable (Route) throws -> Screen
    ) {
        on(type, by: path, guards: guards, fileID: fileID, line: line) { @MainActor path, route, _ in
            path.show(try screen(route), as: placement)
        }
    }
}
