// The files of this folder:
//
// - `TypedRoute`: what a route as a type is, and whether it fits its pattern.
// - `FieldsDecoder`: how a type is read from a URL. `FieldText`: which text a value has.
// - `URLWriter`: how URLs are written. `PatternWriter`: how paths are written. `FieldsEncoder`: how the fields of a value are.

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

/// A type with an example value, so that a typed route with a field of it can be checked.
public protocol ExampleProviding {
    /// Any value.
    static var example: Self { get }
}

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

/// A probe that finds the fields of a type by decoding it from generated values.
final class RouteProbe {
    final class Field {
        let name: String
        /// The types that the field is decoded as; empty as long as only the presence of a value was asked for.
        var types: [any Decodable.Type] = []
        var isOptional = false
        var isList = false

        init(_ name: String) { self.name = name }
    }

    /// The fields in the order in which they were asked for.
    private var fields: [Field] = []

    func field(_ name: String) -> Field {
        if let known = fields.first(where: { $0.name == name }) { return known }
        fields.append(Field(name))
        return field(name)
    }

    /// Returns a generated value of a type that need not be text.
    func example(of type: Any.Type) -> Any? {
        func firstCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
        return switch type {
        case let type as any ExampleProviding.Type: type.example
        case let type as any CaseIterable.Type: firstCase(of: type)
        default: nil
        }
    }

    /// Returns sentences about the differences between the fields of a type and a pattern.
    ///
    /// The type is decoded once.
    static func problems(of type: any TypedRoute.Type, _ pattern: RoutePattern) -> [String] {
        let probe = RouteProbe()
        let route = pattern.text.quoted
        func sentence(_ field: String, _ detail: String) -> String {
            "The field \(field.quoted) of the route \(route) \(detail.printed)."
        }
        do {
            _ = try type.init(from: FieldsDecoder(FieldSource(pattern: pattern, probe: probe) { _ in [] }))
        } catch let error as RouteValueError {
            let isUnsupported = error.reason == .unsupported
            let remedy = "has no example value: let \(error.type) be CaseIterable or ExampleProviding"
            return [sentence(error.name, isUnsupported ? "is neither a single value nor a list of them" : remedy)]
        } catch {
            return [sentence("\(type)", "has no example value: its initializer throws")]
        }
        let read = probe.fields.filter { !$0.types.isEmpty }
        let names = pattern.parameters.map(\.name) + [pattern.tailName].compactMap(\.self)
        var problems = names.filter { name in !read.contains { $0.name == name } }.map { name in
            "The route \(route) has a parameter \(name.quoted), for which \("\(type)".printed) has no field."
        }
        let required = pattern.requiredNames + pattern.query.map(\.name)
        for field in read {
            if let conflict = field.conflict(with: pattern) {
                problems.append(sentence(field.name, conflict))
            } else if !field.isOptional, !field.isList, !required.contains(field.name) {
                let remedy = "make it optional, or a parameter or a required query item."
                problems.append(
                    "The field \(field.name.quoted) needs a value that not every URL of \(route) has: " + remedy)
            }
        }
        return problems
    }
}

extension RouteProbe.Field {
    fileprivate func conflict(with pattern: RoutePattern) -> String? {
        let type = types[0]
        if let other = types.first(where: { $0 != type }) { return "is read as \(type) and as \(other)" }
        guard let parameter = pattern.parameters.first(where: { $0.name == name }) else {
            return name == pattern.tailName && !isList ? "has to be a list, since it is a tail" : nil
        }
        if isList { return "is a list, and a parameter is not" }
        guard let own = parameter.type, !own.samples.isEmpty else { return nil }
        let isRead = own.samples.contains { sample in
            (try? FieldSource(pattern: pattern) { _ in [sample] }.value(of: type, for: name)) != nil
        }
        return isRead ? nil : "is \(type), and its parameter is \(own.name)"
    }
}
