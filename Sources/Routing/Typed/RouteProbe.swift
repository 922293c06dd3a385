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
