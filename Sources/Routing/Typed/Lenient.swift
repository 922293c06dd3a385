/// An optional field of a typed route that is `nil` when its text is not a value of its type.
///
/// Without it, a URL with such a text is not for the route. Use it for an enumeration whose values other versions of an
/// app, or other programs, may not know:
///
/// ```swift
/// struct Search: TypedRoute {
///     static let pattern = "/search"
///     var q: String?
///     @Lenient var sort: Sort?  // enum Sort: String, CaseIterable, Codable
/// }
/// ```
///
/// `?sort=newest` is `nil` for a `Sort` without that case, and a URL that is written of the value has no `sort`. A
/// required field, or one whose unknown values are to be kept apart from missing ones, is an enumeration with a case for
/// them, whose `init(from:)` returns that case.
@propertyWrapper
public struct Lenient<Value: Codable>: Codable {
    /// The value, or `nil` if there is none that could be read.
    public var wrappedValue: Value?

    /// Creates a field with a value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    /// Reads the value, or `nil` if there is none or it is not of the type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return }
        do {
            wrappedValue = try container.decode(Value.self)
        } catch {
            // A field for which no value can be made up is an error of the type.
            if (decoder as? FieldsDecoder)?.isProbing == true { throw error }
        }
    }

    /// Writes the value, if there is one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Lenient: Sendable where Value: Sendable {}
extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
    /// Reads a lenient field, which may be missing.
    ///
    /// The compiler calls it in the initializers that it makes.
    public func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
        try decodeIfPresent(type, forKey: key) ?? Lenient(wrappedValue: nil)
    }
}
