/// Asks a type which fields it has, by decoding it from made-up values.
final class RouteProbe: FieldSource {
    /// What was found out about a field.
    struct Field {
        let type: String
        var isOptional = false
        var isList = false
        /// Whether a text can be read into the field.
        let reads: (String) -> Bool
    }

    /// Why a type cannot be checked.
    struct Failure: Error {
        let field: String
        let isConflict: Bool
        let detail: String
    }

    private(set) var fields: [String: Field] = [:]

    private var dispensable: Set<String> = []
    let pattern: RoutePattern

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
        for name in dispensable { fields[name]?.isOptional = true }
    }

    func begin(_ key: String, as type: any Decodable.Type) throws {
        let name = "\(type)"
        if let known = fields[key], known.type != name {
            let detail = "is read as \(known.type) and as \(name)"
            throw Failure(field: key, isConflict: true, detail: detail)
        }
        fields[key] = Field(type: name) { [pattern] text in
            let fields = MatchFields(pattern, [key: [text]])
            return (try? fields.value(of: type, for: key)) != nil
        }
    }

    func hasValue(_ key: String) -> Bool {
        dispensable.insert(key)
        return true
    }

    func count(of key: String) -> Int {
        fields[key]?.isList = true
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
    /// What does not fit between the fields and the pattern.
    func problems(of type: any TypedRoute.Type, at plan: RoutePlan) -> [RouteRegistrationError.Problem] {
        let tails = pattern.tailName.map { [$0] } ?? []
        let missing = (pattern.parameterNames + tails).filter { fields[$0] == nil }.map { name in
            Problem(.missingField, pattern: pattern.text, at: plan.location, name: name, detail: "\(type)")
        }
        return missing
            + Array(fields.keys).sorted().compactMap { name in
                fields[name].flatMap { problem(of: $0, named: name, at: plan) }
            }
    }

    private typealias Problem = RouteRegistrationError.Problem

    private func problem(of field: Field, named name: String, at plan: RoutePlan) -> Problem? {
        guard let detail = conflict(of: field, named: name) else {
            return missingParameter(for: field, named: name, at: plan)
        }
        return Problem(.conflictingTypes, pattern: pattern.text, at: plan.location, name: name, detail: detail)
    }

    private func conflict(of field: Field, named name: String) -> String? {
        if let parameter = pattern.parameters.first(where: { $0.name == name }) {
            if field.isList { return "is a list, and a parameter is not" }
            let examples = parameter.type?.examples ?? []
            guard examples.isEmpty || examples.contains(where: field.reads) else {
                return "is \(field.type), and its parameter is \(parameter.type?.name ?? "")"
            }
            return nil
        }
        return name == pattern.tailName && !field.isList ? "has to be a list, since it is a tail" : nil
    }

    private func missingParameter(for field: Field, named name: String, at plan: RoutePlan) -> Problem? {
        let isThere = pattern.requiredNames.contains(name) || pattern.query.contains { $0.key == name }
        guard !field.isOptional, !field.isList, !isThere else { return nil }
        return Problem(.missingParameter, pattern: pattern.text, at: plan.location, name: name)
    }
}

extension ParameterType {
    /// Values of the type, if it is known what these are.
    var examples: [String] {
        switch test {
        case .int, .uint: ["1"]
        case .double: ["0.5"]
        case .uuid: ["00000000-0000-0000-0000-000000000000"]
        case .range(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
        case .choice(let words): words.map { String(decoding: $0, as: UTF8.self) }
        case .custom: []
        }
    }
}
