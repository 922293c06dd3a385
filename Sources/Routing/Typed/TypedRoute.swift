import Dispatchers

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
/// may also be the tail. What a field can be is described at ``RouteMatch/decode(_:)``.
///
/// The type is checked when it is registered: it is decoded once from generated values. A field that is neither text, a number,
/// `Bool`, `Date`, `UUID`, `URL` nor `Decimal` must be `CaseIterable` or provide an example (``ExampleProviding``). The
/// decoding initializer must not branch on values. The URL of a value is always read as an equal value; writing a value for
/// which that is impossible is an error.
public protocol TypedRoute: Codable, Sendable {
    /// What the paths of the route look like.
    static var pattern: String { get }
}

/// A type with an example value, so that a typed route with a field of it can be checked.
public protocol ExampleProviding {
    /// Any value.
    static var example: Self { get }
}

extension RouteBuilder {
    /// Adds a route that a plan describes for the pattern of a type, once its fields were checked.
    mutating func add(_ type: any TypedRoute.Type, _ plan: RoutePlan) {
        guard let pattern = parse(whole(type.pattern), at: plan.location) else { return }
        for sentence in RouteProbe.problems(of: type, pattern) {
            report(.init(sentence, pattern: pattern.text, at: plan.location))
        }
        var plan = plan
        plan.type = ObjectIdentifier(type)
        add(pattern, plan)
    }
}

/// Finds out which fields a type has, by decoding it from made-up values.
final class RouteProbe {
    /// Why a type cannot be checked, or does not fit its pattern.
    struct Failure: Error {
        let field: String
        let detail: String

        /// What is wrong, in one sentence.
        func sentence(of pattern: RoutePattern) -> String {
            "The field \(field.quoted) of the route \(pattern.text.quoted) \(detail.printed)."
        }
    }

    fileprivate struct Field {
        /// `nil` as long as it was only asked whether there is a value.
        var type: (any Decodable.Type)?
        var isOptional = false
        var isList = false
    }

    private var fields: [String: Field] = [:]

    /// Notes that a field is asked for, as this type.
    func begin(_ key: String, as type: any Decodable.Type) throws {
        if let known = fields[key]?.type, known != type {
            throw Failure(field: key, detail: "is read as \(known) and as \(type)")
        }
        fields[key, default: Field()].type = type
    }

    func isOptional(_ key: String) { fields[key, default: Field()].isOptional = true }

    func isList(_ key: String) { fields[key, default: Field()].isList = true }

    /// A made-up value of a type that need not be text.
    func example(of type: Any.Type) -> Any? {
        func firstCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
        return switch type {
        case let type as any ExampleProviding.Type: type.example
        case let type as any CaseIterable.Type: firstCase(of: type)
        default: nil
        }
    }

    static func failure(_ reason: RouteValueError.Reason, _ key: String, _ type: Any.Type) -> Failure {
        let detail =
            reason == .unsupported
            ? "is neither a single value nor a list of them"
            : "cannot be made up: let \(type) be CaseIterable or ExampleProviding"
        return Failure(field: key, detail: detail)
    }

    /// What does not fit between the fields of a type and a pattern, in sentences; the type is decoded once.
    static func problems(of type: any TypedRoute.Type, _ pattern: RoutePattern) -> [String] {
        let probe = RouteProbe()
        do {
            _ = try type.init(from: FieldsDecoder(FieldSource(pattern: pattern, probe: probe) { _ in [] }))
        } catch let failure as Failure {
            return [failure.sentence(of: pattern)]
        } catch {
            let failure = Failure(field: "\(type)", detail: "cannot be made up: its initialiser throws")
            return [failure.sentence(of: pattern)]
        }
        let route = pattern.text.quoted
        let names = pattern.parameters.map(\.name) + [pattern.tailName].compactMap(\.self)
        var problems = names.filter { probe.fields[$0]?.type == nil }.map { name in
            "The route \(route) has a parameter \(name.quoted), for which \("\(type)".printed) has no field."
        }
        let required = pattern.requiredNames + pattern.query.map(\.name)
        for (name, field) in probe.fields.sorted(by: { $0.key < $1.key }) {
            guard let type = field.type else { continue }
            if let detail = field.conflict(as: type, name, with: pattern) {
                problems.append(Failure(field: name, detail: detail).sentence(of: pattern))
            } else if !field.isOptional, !field.isList, !required.contains(name) {
                problems.append(
                    """
                    The field \(name.quoted) needs a value that not every URL of \(route) has: make it optional, or \
                    a parameter or a required query item.
                    """)
            }
        }
        return problems
    }
}

extension RouteProbe.Field {
    fileprivate func conflict(as type: any Decodable.Type, _ name: String, with pattern: RoutePattern) -> String? {
        guard let parameter = pattern.parameters.first(where: { $0.name == name }) else {
            return name == pattern.tailName && !isList ? "has to be a list, since it is a tail" : nil
        }
        if isList { return "is a list, and a parameter is not" }
        guard let own = parameter.type, !own.samples.isEmpty else { return nil }
        let isRead = own.samples.contains { sample in
            (try? FieldsDecoder.value(of: type, for: name, in: FieldSource(pattern: pattern) { _ in [sample] })) != nil
        }
        return isRead ? nil : "is \(type), and its parameter is \(own.name)"
    }
}
