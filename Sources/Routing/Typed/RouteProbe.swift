/// Asks a type which fields it has, by decoding it from made-up values.
final class RouteProbe: FieldSource {
    /// What was found out about a field.
    private final class Field {
        let name: String
        /// `nil` as long as it was only asked whether there is a value.
        var type: (any Decodable.Type)?
        var isOptional = false
        var isList = false

        init(_ name: String) { self.name = name }
    }

    /// Why a type cannot be checked.
    struct Failure: Error {
        let field: String
        let isConflict: Bool
        let detail: String
    }

    private var fields: [Field] = []
    private let pattern: RoutePattern

    /// Decodes the type once.
    init(_ type: any TypedRoute.Type, _ pattern: RoutePattern) throws(Failure) {
        self.pattern = pattern
        do {
            _ = try type.init(from: FieldsDecoder(source: self))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(field: "\(type)", isConflict: false, detail: "cannot be made up: its initialiser throws")
        }
    }

    private func field(_ name: String) -> Field {
        if let known = fields.first(where: { $0.name == name }) { return known }
        let field = Field(name)
        fields.append(field)
        return field
    }

    func begin(_ key: String, as type: any Decodable.Type) throws {
        let field = field(key)
        if let known = field.type, known != type {
            throw Failure(field: key, isConflict: true, detail: "is read as \(known) and as \(type)")
        }
        field.type = type
    }

    func hasValue(_ key: String) -> Bool {
        field(key).isOptional = true
        return true
    }

    func count(of key: String) -> Int {
        field(key).isList = true
        return 1
    }

    func example(of type: Any.Type, for key: String) -> Any? {
        switch type {
        case let type as any ExampleProviding.Type: type.example
        case let type as any CaseIterable.Type: firstCase(of: type)
        default: nil
        }
    }

    func text(for key: String, at index: Int?, as type: Any.Type) -> String { FieldText.sample(of: type) }

    func unreadable(_ key: String, at index: Int?, as type: Any.Type) -> any Error {
        Failure(
            field: key, isConflict: false, detail: "cannot be made up: let \(type) be CaseIterable or ExampleProviding")
    }

    func unsupported(_ key: String) -> any Error {
        Failure(field: key, isConflict: false, detail: "is neither a single value nor a list of them")
    }

    private func firstCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }
}

extension RouteProbe {
    private typealias Problem = RouteRegistrationError.Problem

    /// What does not fit between the fields and the pattern.
    func problems(of type: any TypedRoute.Type, at plan: RoutePlan) -> [RouteRegistrationError.Problem] {
        let names = PatternNames(pattern)
        var problems: [Problem] = []
        for name in names.tail.map({ names.all + [$0] }) ?? names.all where field(name).type == nil {
            problems.append(
                Problem(.missingField, pattern: pattern.text, at: plan.location, name: name, detail: "\(type)"))
        }
        for name in fields.map(\.name).inOrder {
            let field = field(name)
            guard let type = field.type else { continue }
            if let detail = conflict(of: field, type, names) {
                problems.append(
                    Problem(.conflictingTypes, pattern: pattern.text, at: plan.location, name: name, detail: detail))
            } else if !field.isOptional, !field.isList, !names.required.contains(name), !names.queryKeys.contains(name)
            {
                problems.append(Problem(.missingParameter, pattern: pattern.text, at: plan.location, name: name))
            }
        }
        return problems
    }

    private func conflict(of field: Field, _ type: any Decodable.Type, _ names: PatternNames) -> String? {
        guard let number = names.all.firstIndex(of: field.name) else {
            return field.name == names.tail && !field.isList ? "has to be a list, since it is a tail" : nil
        }
        if field.isList { return "is a list, and a parameter is not" }
        guard let own = pattern.parameters[number].type else { return nil }
        let samples = own.samples
        let isRead = samples.isEmpty || samples.contains { reads($0, field.name, type) }
        return isRead ? nil : "is \(type), and its parameter is \(own.name)"
    }

    private func reads(_ text: String, _ name: String, _ type: any Decodable.Type) -> Bool {
        let fields = FieldsDecoder(source: MatchFields(pattern, [name: [text]]))
        return (try? fields.value(of: type, for: name)) != nil
    }
}
