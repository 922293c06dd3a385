#if Macros
    import SwiftSyntax

    /// A parameter of a requirement.
    struct RequirementParameter {
        /// The declaration of the parameter in the dispatcher.
        let declared: String
        /// The expression with which it is passed on.
        let passed: String
        /// The expression for its text, for a recorder.
        let noted: String
        /// A Boolean value that indicates whether it can be sent to another actor, as far as the syntax shows.
        let isSendable: Bool
        /// A Boolean value that indicates whether an asynchronous call can keep it.
        let isKept: Bool

        /// Reads a parameter.
        ///
        /// Throws a `Refusal` if it cannot be passed to several receivers.
        init(_ syntax: FunctionParameterSyntax, at index: Int, generics: Set<String>) throws {
            if let ellipsis = syntax.ellipsis {
                throw Refusal("a variadic parameter cannot be passed on; take an array", id: "variadic", at: ellipsis)
            }
            let specifiers = try Self.specifiers(of: syntax.type)
            let attributed = syntax.type.as(AttributedTypeSyntax.self)
            let attributes = Set(attributed?.attributes.names ?? [])
            let inner = syntax.secondName?.text ?? syntax.firstName.text
            let name = inner == "_" ? "argument\(index + 1)" : inner
            let label = syntax.firstName.text
            // What is consumed here is copied for each receiver.
            let type = attributed.map { type in
                TypeSyntax(
                    type.with(\.specifiers, type.specifiers.filter { $0.trimmedDescription != "consuming" }))
            }
            declared = (label == name ? name : "\(label) \(name)") + ": \((type ?? syntax.type).trimmedDescription)"
            var value = name
            if specifiers.contains("inout") { value = "&" + name }
            if attributes.contains("autoclosure") { value = name + "()" }
            passed = label == "_" ? value : "\(label): \(value)"
            let isClosure = syntax.type.isFunction
            noted = isClosure || specifiers.contains("borrowing") ? "\"\(name)\"" : "String(describing: \(name))"
            let isLent = specifiers.contains("inout") || specifiers.contains("borrowing")
            isKept = !isLent && (!isClosure || attributes.contains("escaping"))
            isSendable =
                isKept && (!isClosure || attributes.contains("Sendable"))
                && !syntax.type.mentions(generics) && !syntax.type.mentionsSome
        }

        private static func specifiers(of type: TypeSyntax) throws -> Set<String> {
            guard let attributed = type.as(AttributedTypeSyntax.self) else { return [] }
            for specifier in attributed.specifiers {
                switch specifier.trimmedDescription {
                case "inout", "borrowing", "consuming": break
                case "sending":
                    throw Refusal("what is sent to one cannot go to many", id: "sending", at: specifier)
                default:
                    throw Refusal("the isolation cannot be passed on", id: "isolated", at: specifier)
                }
            }
            return Set(attributed.specifiers.map(\.trimmedDescription))
        }
    }

    extension FunctionParameterSyntax {
        /// In a subscript, a single name is not a label.
        var labelledAsInSubscript: FunctionParameterSyntax {
            guard secondName == nil else { return self }
            return with(\.secondName, firstName.with(\.leadingTrivia, .space))
                .with(\.firstName, .wildcardToken())
        }
    }
#endif
