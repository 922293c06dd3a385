/// A place of the app as a type: its pattern, and a field for each value.
///
/// ```swift
/// struct ProductRoute: TypedRoute {
///     static let pattern = "/product/:id"
///     let id: Int
///     var tab: Tab?  // enum Tab: String, CaseIterable, Codable
/// }
/// try router.register { $0.on(ProductRoute.self) { route in show(route.id) } }
/// try router.url(for: ProductRoute(id: 42, tab: .reviews))  // shop:///product/42?tab=reviews
/// ```
///
/// A parameter of the path is a field of its name, and an optional field if it stands in a group. A field that is not in
/// the path is an item of the query, and so it is optional or a list, unless the pattern requires the item. A list may
/// also be the tail. What a field can be says ``RouteMatch/decode(_:)``.
///
/// The type is checked when it is registered: it is decoded once from made-up values. What is neither text, a number,
/// `Bool`, `Date`, `UUID`, `URL` nor `Decimal` has to be `CaseIterable` or say an example (``ExampleProviding``). The
/// decoding initialiser may not branch on values. The law is that the URL of a value is read as an equal value; a value for
/// which that cannot be is an error.
public protocol TypedRoute: Codable, Sendable {
    /// What the paths of the route look like.
    static var pattern: String { get }
}

/// A type that shows one of its values, so that a typed route with a field of it can be checked.
public protocol ExampleProviding {
    /// Any value.
    static var example: Self { get }
}

/// A URL that fits the pattern of a typed route and cannot be read as a value of its type.
struct UnreadableRoute: Error {
    let reason: RouteValueError
}
