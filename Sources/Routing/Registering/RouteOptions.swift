/// Properties of a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable {
    /// The name of the route: handlers are bound to it in a ``RouteList``, and ``Router/url(named:with:tail:at:)``
    /// finds it.
    public let name: String?

    /// The schemes of the URLs that match, in lowercase; empty for all schemes.
    ///
    /// A scheme that no origin of the router has matches nothing.
    public let schemes: Set<String>

    /// Data for guards and tools, which the router does not use.
    public let metadata: [String: MetadataValue]

    /// Creates options; schemes are compared case-insensitively.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        self.name = name
        self.metadata = metadata
        self.schemes = Set(schemes.lowercased)
    }
}

extension RouteOptions: Equatable {
    /// Returns whether both have the same name, schemes and metadata; names are compared by their bytes.
    public static func == (left: RouteOptions, right: RouteOptions) -> Bool {
        guard left.schemes == right.schemes, left.metadata == right.metadata else { return false }
        guard let name = left.name, let other = right.name else { return left.name == nil && right.name == nil }
        return name.hasSameBytes(as: other)
    }
}

extension Set<String> {
    var lowercased: [String] { map { $0.lowercased() } }
}
