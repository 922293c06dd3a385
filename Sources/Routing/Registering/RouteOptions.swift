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

extension MetadataValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension MetadataValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension MetadataValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension MetadataValue: ExpressibleByFloatLiteral {
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
}

extension MetadataValue: ExpressibleByArrayLiteral {
    /// Values in an order.
    public init(arrayLiteral elements: MetadataValue...) { self = .array(elements) }
}

extension MetadataValue: ExpressibleByDictionaryLiteral {
    /// Values by their keys, of which the last of a kind counts.
    public init(dictionaryLiteral elements: (String, MetadataValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
