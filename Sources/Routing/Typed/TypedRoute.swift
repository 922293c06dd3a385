/// A route as a type: its pattern, and a property for each value.
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
/// may also be the tail. What a field can be is described at ``RouteMatch/decode(_:)``. An empty item, as forms send it, is
/// `nil` for an optional field whose type does not read empty text, and none for a list. A text that is not a value of the
/// type makes the route decline, unless the field is ``Lenient``.
///
/// The type is checked when it is registered: it is decoded once from generated values. A field that is neither text, a number,
/// `Bool`, `Date`, `UUID` nor `URL` must be `CaseIterable` or provide an example (``ExampleProviding``). The decoding initializer must
/// not branch on values. The URL of a value is always read as an equal value; writing a value for which that is impossible is an
/// error.
public protocol TypedRoute: Codable, RouteTarget {
    /// The pattern of the URLs of the route.
    static var pattern: String { get }
}
