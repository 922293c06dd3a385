/// What can be said about a route besides its pattern and its handler.
///
/// ```swift
/// $0.on("/product/:id", options: RouteOptions(name: "product", metadata: ["tab": "shop"])) { match in show(match) }
/// ```
public struct RouteOptions: Sendable, Hashable {
    /// What the route is called; of no meaning to the router itself.
    public var name: String?

    /// The schemes of the URLs that fit, in capital or small letters; empty when any does.
    public var schemes: Set<String>

    /// What guards and others may want to know about the route; it is handed through.
    public var metadata: [String: MetadataValue]

    /// Says what differs from the usual.
    public init(name: String? = nil, schemes: Set<String> = [], metadata: [String: MetadataValue] = [:]) {
        self.name = name
        self.schemes = schemes
        self.metadata = metadata
    }
}
