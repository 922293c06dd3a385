extension RouteProbe {
    /// What does not fit between the fields and the pattern.
    func problems(of type: any TypedRoute.Type, at plan: RoutePlan) -> [RouteRegistrationError.Problem] {
        let tails = pattern.tailName.map { [$0] } ?? []
        let missing = (pattern.parameterNames + tails).filter { fields[$0] == nil }.map { name in
            Problem(.missingField, pattern: pattern.text, at: plan.location, name: name, detail: "\(type)")
        }
        return missing
            + fields.sorted { $0.key < $1.key }.compactMap { name, field in
                conflict(of: field, named: name).map { detail in
                    Problem(.conflictingTypes, pattern: pattern.text, at: plan.location, name: name, detail: detail)
                } ?? missingParameter(for: field, named: name, at: plan)
            }
    }

    private typealias Problem = RouteRegistrationError.Problem

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
