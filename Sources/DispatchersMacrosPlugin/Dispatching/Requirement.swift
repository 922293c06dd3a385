#if Macros
    import SwiftSyntax

    /// The effects of a requirement.
    struct RequirementEffects {
        let isAsync: Bool
        /// The type of its errors; `nil` if it does not throw.
        let failure: String?
        /// The effects as they are written.
        let text: String

        init(_ isAsync: Bool, _ clause: ThrowsClauseSyntax?, _ text: String) throws {
            self.isAsync = isAsync
            self.text = text.isEmpty ? "" : " " + text
            if let clause, clause.throwsSpecifier.tokenKind == .keyword(.rethrows) {
                throw Refusal("whether it throws depends on its argument", id: "rethrows", at: clause)
            }
            let type = clause?.type?.trimmedDescription
            failure = clause == nil || type == "Never" ? nil : type ?? "any Swift.Error"
            if let clause, isAsync, let failure, failure != "any Swift.Error", failure != "any Error" {
                throw Refusal(
                    "a call that is waited for may be cancelled, which is another error", id: "error", at: clause)
            }
        }

        var isTyped: Bool { failure.map { $0 != "any Swift.Error" } ?? false }
        var marks: String { (failure == nil ? "" : "try ") + (isAsync ? "await " : "") }
    }

    /// One entry of a requirement: a function, or the getter or setter of a property or subscript.
    struct RequirementEntry {
        /// The name with its labels; a setter has ` =` at the end.
        let name: String
        /// The call after the receiver: `.didLogin(user)`.
        let call: String
        let effects: RequirementEffects
        /// The type of the result; `nil` if there is none.
        let result: TypeSyntax?
        let delivery: DeliverySyntax?
        let parameters: [RequirementParameter]
        /// A Boolean value that indicates whether the receiver is changed, unless its protocol is bound to classes.
        let isMutating: Bool
    }

    /// A requirement of a protocol, with the declaration of its implementation.
    struct Requirement {
        /// The entries, each with the code that precedes its body.
        let head: String
        let entries: [(keyword: String, entry: RequirementEntry)]

        /// Returns the declaration with some bodies.
        func declaration(_ body: (RequirementEntry) throws -> String) rethrows -> String {
            let bodies = try entries.map { keyword, entry in
                keyword.isEmpty ? "\n\(try body(entry))\n" : "\n\(keyword) {\n\(try body(entry))\n}\n"
            }
            return head + " {" + bodies.joined() + "}"
        }
    }

    extension Requirement {
        /// Reads a requirement.
        ///
        /// Throws a `Refusal` if it has no receivers, or if it cannot be passed to several.
        init(_ function: FunctionDeclSyntax, access: String) throws {
            try Self.check(function.modifiers)
            guard case .identifier = function.name.tokenKind else {
                throw Refusal("an operator has no receivers", id: "operator", at: function.name)
            }
            let signature = function.signature
            try Self.check(signature.parameterClause.parameters.map(\.type) + [signature.returnClause?.type])
            let generics = function.genericParameterClause.names
            let parameters = try signature.parameterClause.parameters.enumerated().map {
                try RequirementParameter($1, at: $0, generics: generics)
            }
            let specifiers = signature.effectSpecifiers
            let effects = try RequirementEffects(
                specifiers?.asyncSpecifier != nil, specifiers?.throwsClause, specifiers?.trimmedDescription ?? "")
            let result = signature.returnClause?.type.unlessVoid
            let delivery = try DeliverySyntax(function.attributes)
            try Self.check(delivery, effects, result, at: function)
            try Self.checkKeeping(parameters, effects, at: function.name)
            let entry = RequirementEntry(
                name: function.name.text + signature.parameterClause.labels,
                call: ".\(function.name.text)(\(parameters.map(\.passed).joined(separator: ", ")))",
                effects: effects, result: result, delivery: delivery, parameters: parameters,
                isMutating: function.modifiers.contains("mutating") != nil)
            let clauses = [signature.returnClause?.trimmedDescription, function.genericWhereClause?.trimmedDescription]
            head =
                "\(function.attributes.kept)\(access)\(function.modifiers.kept)func \(function.name.text)"
                + "\(function.genericParameterClause?.trimmedDescription ?? "")"
                + "(\(parameters.map(\.declared).joined(separator: ", ")))\(effects.text)"
                + clauses.compactMap { $0.map { " " + $0 } }.joined()
            entries = [("", entry)]
        }

        init(_ variable: VariableDeclSyntax, access: String) throws {
            try Self.check(variable.modifiers)
            guard let binding = variable.bindings.first, let type = binding.typeAnnotation?.type else {
                throw Refusal("it has no type", id: "type", at: variable)
            }
            try Self.check([type])
            let name = binding.pattern.trimmedDescription
            head =
                "\(variable.attributes.kept)\(access)\(variable.modifiers.kept)var \(name): \(type.trimmedDescription)"
            entries = try Self.entries(
                binding.accessorBlock, of: variable, name: name, call: ".\(name)", type: type, parameters: [])
        }

        init(_ subscripted: SubscriptDeclSyntax, access: String) throws {
            try Self.check(subscripted.modifiers)
            let type = subscripted.returnClause.type
            let clause = subscripted.parameterClause
            try Self.check(clause.parameters.map(\.type) + [type])
            let generics = subscripted.genericParameterClause.names
            let parameters = try clause.parameters.enumerated().map {
                try RequirementParameter($1.labelledAsInSubscript, at: $0, generics: generics)
            }
            head =
                "\(subscripted.attributes.kept)\(access)\(subscripted.modifiers.kept)subscript"
                + "\(subscripted.genericParameterClause?.trimmedDescription ?? "")"
                + "(\(parameters.map(\.declared).joined(separator: ", "))) -> \(type.trimmedDescription)"
                + (subscripted.genericWhereClause.map { " " + $0.trimmedDescription } ?? "")
            entries = try Self.entries(
                subscripted.accessorBlock, of: subscripted, name: "subscript",
                call: "[\(parameters.map(\.passed).joined(separator: ", "))]", type: type, parameters: parameters)
        }

        private static func entries(
            _ block: AccessorBlockSyntax?, of declaration: some WithAttributesSyntax & DeclSyntaxProtocol, name: String,
            call: String, type: TypeSyntax, parameters: [RequirementParameter]
        ) throws -> [(keyword: String, entry: RequirementEntry)] {
            guard case .accessors(let accessors) = block?.accessors else { return [] }
            let delivery = try DeliverySyntax(declaration.attributes)
            return try accessors.map { accessor in
                let isSetter = accessor.accessorSpecifier.tokenKind == .keyword(.set)
                let specifiers = accessor.effectSpecifiers
                let effects = try RequirementEffects(
                    specifiers?.asyncSpecifier != nil, specifiers?.throwsClause, specifiers?.trimmedDescription ?? "")
                if !isSetter { try check(delivery, effects, type, at: declaration) }
                let entry = RequirementEntry(
                    name: isSetter ? name + " =" : name, call: isSetter ? call + " = newValue" : call, effects: effects,
                    result: isSetter ? nil : type, delivery: isSetter ? nil : delivery, parameters: parameters,
                    isMutating: isSetter
                        ? accessor.modifier?.name.text != "nonmutating"
                        : accessor.modifier?.name.text == "mutating")
                return (accessor.accessorSpecifier.text + effects.text, entry)
            }
        }
    }

    extension Requirement {
        private static func check(_ modifiers: DeclModifierListSyntax) throws {
            if let node = modifiers.contains("static", "class") {
                throw Refusal("a static requirement has no receivers", id: "static", at: node)
            }
        }

        private static func check(_ types: [TypeSyntax?]) throws {
            for case let type? in types where type.mentions(["Self"]) {
                throw Refusal("`Self` is another type for each receiver", id: "self", at: type)
            }
        }

        private static func check(
            _ delivery: DeliverySyntax?, _ effects: RequirementEffects, _ result: TypeSyntax?,
            at node: some DeclSyntaxProtocol
        ) throws {
            if let delivery {
                try delivery.check(effects, result: result)
                if effects.failure == nil || effects.isTyped, let policy = delivery.policy {
                    throw Refusal(
                        effects.isTyped
                            ? "a typed error is thrown at once; `\(policy)` needs `throws`"
                            : "it does not throw", id: "policy", at: delivery.node)
                }
                if !effects.isAsync, delivery.order != nil {
                    throw Refusal("only asynchronous receivers are waited for", id: "order", at: delivery.node)
                }
            } else if let result {
                throw Refusal(
                    "several may answer; say what to make of it with `@Deliver`", id: "missingDelivery", at: node,
                    suggesting: result.usualDelivery)
            }
        }

        private static func checkKeeping(
            _ parameters: [RequirementParameter], _ effects: RequirementEffects, at node: some SyntaxProtocol
        ) throws {
            guard effects.isAsync, parameters.contains(where: { !$0.isKept }) else { return }
            throw Refusal("an asynchronous call cannot keep a parameter that is only lent", id: "lent", at: node)
        }
    }

    extension AttributeListSyntax {
        /// The attributes that an implementation repeats.
        var kept: String {
            all.filter { $0.attributeName.trimmedDescription != "Deliver" }.map { $0.trimmedDescription + " " }.joined()
        }
    }

    extension DeclModifierListSyntax {
        /// The modifiers that an implementation in a class repeats.
        var kept: String {
            filter { $0.name.text == "nonisolated" }.map { $0.trimmedDescription + " " }.joined()
        }
    }
#endif
