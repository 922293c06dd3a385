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
            report(.init(field: error.field, of: pattern, error.detail, at: plan.location))
        }
        var plan = plan
        plan.type = ObjectIdentifier(type)
        add(pattern, plan)
    }
}

/// Finds out which fields a type has, by decoding it from made-up values.
final class RouteProbe: FieldSource {
    private struct Field {
        let name: String
        /// `nil` as long as it was only asked whether there is a value.
        var type: (any Decodable.Type)?
        var isOptional = false
        var isList = false
    }

    /// Why a type cannot be checked.
    struct Failure: Error {
        let field: String
        let detail: String
    }

    private var fields: [Field] = []
    private let pattern: RoutePattern

    /// Decodes the type once.
    init(_ type: any TypedRoute.Type, _ pattern: RoutePattern) throws(Failure) {
        self.pattern = pattern
        do {
            _ = try type.init(from: FieldsDecoder(self))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(field: "\(type)", detail: "cannot be made up: its initialiser throws")
        }
    }

    /// The place of a field among those found so far.
    private func number(of name: String) -> Int {
        if let known = fields.firstIndex(where: { $0.name == name }) { return known }
        fields.append(Field(name: name))
        return fields.count - 1
    }

    func begin(_ key: String, as type: any Decodable.Type) throws {
        let number = number(of: key)
        if let known = fields[number].type, known != type {
            throw Failure(field: key, detail: "is read as \(known) and as \(type)")
        }
        fields[number].type = type
    }

    func hasValue(_ key: String) -> Bool {
        fields[number(of: key)].isOptional = true
        return true
    }

    func count(of key: String) -> Int {
        fields[number(of: key)].isList = true
        return 1
    }

    func example(of type: Any.Type) -> Any? {
        switch type {
        case let type as any ExampleProviding.Type: type.example
        case let type as any CaseIterable.Type: firstCase(of: type)
        default: nil
        }
    }

    private func firstCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

    func text(for key: String, at index: Int, as type: Any.Type) -> String? { FieldText.sample(of: type) }

    func failure(_ reason: RouteValueError.Reason, _ key: String, at index: Int, as type: Any.Type) -> any Error {
        let detail =
            reason == .unsupported
            ? "is neither a single value nor a list of them"
            : "cannot be made up: let \(type) be CaseIterable or ExampleProviding"
        return Failure(field: key, detail: detail)
    }
}

extension RouteProbe {
    /// What does not fit between the fields and the pattern.
    func problems(of type: any TypedRoute.Type, at plan: RoutePlan) -> [RouteRegistrationError.Problem] {
        let names = pattern.parameters.map(\.name) + [pattern.tailName].compactMap(\.self)
        var problems: [RouteRegistrationError.Problem] = []
        for name in names where !fields.contains(where: { $0.name == name && $0.type != nil }) {
            let sentence =
                "The route \(pattern.text.quoted) has a parameter \(name.quoted), for which \("\(type)".printed) has no field."
            problems.append(.init(sentence, pattern: pattern.text, at: plan.location))
        }
        let required = pattern.requiredNames + pattern.query.map(\.key)
        for name in fields.map(\.name).sorted() {
            let field = fields[number(of: name)]
            guard let type = field.type else { continue }
            if let detail = conflict(of: field, type) {
                problems.append(.init(field: name, of: pattern, detail, at: plan.location))
            } else if !field.isOptional, !field.isList, !required.contains(field.name) {
                let sentence = """
                    The field \(name.quoted) needs a value that not every URL of \(pattern.text.quoted) has: make it optional, or \
                    a parameter or a required query item.
                    """
                problems.append(.init(sentence, pattern: pattern.text, at: plan.location))
            }
        }
        return problems
    }

    private func conflict(of field: Field, _ type: any Decodable.Type) -> String? {
        guard let parameter = pattern.parameters.first(where: { $0.name == field.name }) else {
            return field.name == pattern.tailName && !field.isList ? "has to be a list, since it is a tail" : nil
        }
        if field.isList { return "is a list, and a parameter is not" }
        guard let own = parameter.type else { return nil }
        let samples = own.samples
        let isRead = samples.contains { sample in
            (try? FieldsDecoder.value(of: type, for: field.name, in: SingleField(sample, of: pattern))) != nil
        }
        return isRead || samples.isEmpty ? nil : "is \(type), and its parameter is \(own.name)"
    }
}

extension RouteRegistrationError.Problem {
    /// A field that cannot be what it is.
    fileprivate init(field: String, of pattern: RoutePattern, _ detail: String, at location: SourceLocation) {
        let sentence = "The field \(field.quoted) of the route \(pattern.text.quoted) \(detail.printed)."
        self.init(sentence, pattern: pattern.text, at: location)
    }
}
