import Dispatchers

/// Takes the routes of one registration, before any of them counts.
///
/// ```swift
/// try router.register { routes in
///     routes.on("/product/:id") { match in show(try match["id", as: Int.self]) }
///     routes.on("/news", "/news/latest") { _ in showNews() }
///     routes.mount("/orders", guards: [signedIn]) { $0.on("/:id") { match in showOrder(match) } }
/// }
/// ```
///
/// Several patterns may share a handler. They stand behind the prefix of the group. Routes of a higher priority are asked
/// before all others. A route of the shape and priority of another is an error, unless it says `overriding: true`;
/// then it is asked when that one declines.
///
/// A handler written in an actor or a main-actor class runs there. One that returns
/// ``RouteReply/declined`` hands on to the next route that fits; one that throws ends the opening; any other has handled
/// the URL.
public struct RouteBuilder: ~Copyable {
    private(set) var routes: [RegisteredRoute] = []
    private(set) var problems: [RouteRegistrationError.Problem] = []

    let group: RouteGroup
    private let prefix: String
    private let guards: [Guard]

    init(group: RouteGroup, prefix: String, guards: [Guard]) {
        self.group = group
        self.prefix = prefix
        self.guards = guards
    }

    /// Adds routes inside of this group that share a prefix and guards, which are asked after those of this group.
    @discardableResult
    public mutating func mount(
        _ prefix: String, guards: [Guard] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (inout RouteBuilder) -> Void
    ) -> RouteGroup {
        let location = SourceLocation(fileID: fileID, line: line)
        let inner = RouteGroup(prefix: prefix, at: location, in: group)
        let whole = self.prefix.appendingPath(prefix)
        guard parse(whole, at: location) != nil else { return inner }
        var builder = RouteBuilder(group: inner, prefix: whole, guards: self.guards + guards)
        body(&builder)
        routes += builder.routes
        problems += builder.problems
        return inner
    }

    mutating func add(
        _ patterns: [String], _ priority: Int, _ isOverriding: Bool, _ location: SourceLocation, _ handler: RouteHandler
    ) {
        for text in patterns {
            guard let pattern = parse(prefix.appendingPath(text), at: location) else { continue }
            routes.append(
                RegisteredRoute(
                    pattern: pattern, priority: priority, guards: guards, group: group, location: location,
                    isOverriding: isOverriding, handler: handler))
        }
    }

    private mutating func parse(_ text: String, at location: SourceLocation) -> RoutePattern? {
        do {
            return try RoutePattern(text)
        } catch {
            problems.append(
                RouteRegistrationError.Problem(
                    reason: .malformedPattern, pattern: text, location: location, patternError: error, other: nil,
                    otherLocation: nil))
            return nil
        }
    }
}

extension String {
    /// This prefix with a path behind it and one slash between them.
    fileprivate func appendingPath(_ path: String) -> String {
        guard !isEmpty else { return path }
        guard !path.isEmpty, path != "/" else { return self }
        let beginsWithSlash = path.utf8.first { $0 != UInt8(ascii: "(") } == UInt8(ascii: "/")
        return (hasSuffix("/") ? String(dropLast()) : self) + (beginsWithSlash ? "" : "/") + path
    }
}

/// A builder is used where it is lent, during the registration.
@available(*, unavailable)
extension RouteBuilder: Sendable {}
