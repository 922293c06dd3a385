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

    func begin<Value: Decodable>(_ key: String, as type: Value.Type) throws {
        let name = "\(type)"
        if let known = fields[key], known.type != name {
            let detail = "is read as \(known.type) and as \(name)"
            throw Failure(field: key, isConflict: true, detail: detail)
        }
        fields[key] = Field(type: name) { [pattern] text in
            let fields = MatchFields(pattern, [key: [text]])
            return (try? fields.value(type, for: key)) != nil
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

    func example<Value>(of type: Value.Type, for key: String) -> Value? {
        switch type {
        case let type as any ExampleProviding.Type: type.example as? Value
        case let type as any CaseIterable.Type: firstCase(of: type) as? Value
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
