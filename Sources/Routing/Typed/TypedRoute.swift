import Dispatchers

/// A place of the app as a type: its pattern, and a field for each value.
///
/// ```swift
/// struct ProductRoute: TypedRoute {
///     static let pattern = "/product/:id"
///     let id: Int
///     var tab: Tab?  // enum Tab: String, CaseIterable, Codable
/// }
/// try router.register { $0.on(ProductRoute.self) { route, match in show(route.id) } }
/// try router.url(for: ProductRoute(id: 42, tab: .reviews))  // shop://product/42?tab=reviews
/// ```
///
/// A parameter of the path is a field of its name, and an optional field if it is in a group. A field that is not
/// in the path is an item of the query, and so it is optional or a list, unless the pattern requires the item. A list
/// may also be the tail. What a field can be is described at ``RouteMatch/decode(_:)``.
///
/// The type is checked when it is registered: it is decoded once from made-up values. What is neither text, a number,
/// `Bool`, `Date`, `UUID`, `URL` nor `Decimal` has to be `CaseIterable` or provide an example (``ExampleProviding``). The
/// decoding initialiser may not branch on values. The law is that the URL of a value is read as an equal value; a value
/// for which that cannot be is an error.
public protocol TypedRoute: Codable, Sendable {
    /// What the paths of the route look like.
    static var pattern: String { get }
}

/// A type that shows one of its values, so that a typed route with a field of it can be checked.
public protocol ExampleProviding {
    /// Any value.
    static var example: Self { get }
}

extension RouteBuilder {
    /// Adds a route that a plan describes for the pattern of a type, once its fields were checked.
    mutating func add(_ type: any TypedRoute.Type, _ plan: RoutePlan) {
        guard let pattern = parse(whole(type.pattern), at: plan.location) else { return }
        do throws(RouteProbe.Failure) {
            for problem in try RouteProbe(type, pattern).problems(of: type, at: plan) { report(problem) }
        } catch {
            report(
                .init(
                    error.isConflict ? .conflictingTypes : .unsupportedField, pattern: pattern.text, at: plan.location,
                    name: error.field, detail: error.detail))
        }
        var plan = plan
        plan.type = ObjectIdentifier(type)
        add(pattern, plan)
    }
}
