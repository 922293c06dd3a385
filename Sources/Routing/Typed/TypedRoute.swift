import SignalboxCore

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
/// `Bool`, `Date`, `UUID` nor `URL` must be `CaseIterable` or provide an example (``ExampleProviding``). The
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
            report(sentence, at: plan.location)
        }
        var plan = plan
        plan.typed = (type, PatternWriter(pattern, ignoringCase: router.isIgnoringCase))
        add(pattern, plan)
    }
}

/// Finds out which fields a type has, by decoding it from made-up values.
final class RouteProbe {
    final class Field {
        let name: String
        /// As what it is read; empty as long as it was only asked whether there is a value.
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

    /// A made-up value of a type that need not be text.
    func example(of type: Any.Type) -> Any? {
        func firstCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
        return switch type {
        case let type as any ExampleProviding.Type: type.example
        case let type as any CaseIterable.Type: firstCase(of: type)
        default: nil
        }
    }

    /// What does not fit between the fields of a type and a pattern, in sentences; the type is decoded once.
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
            let remedy = "cannot be made up: let \(error.type) be CaseIterable or ExampleProviding"
            return [sentence(error.name, isUnsupported ? "is neither a single value nor a list of them" : remedy)]
        } catch {
            return [sentence("\(type)", "cannot be made up: its initialiser throws")]
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
