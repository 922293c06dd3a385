#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder

    extension AttributeListSyntax {
        /// What a type repeats that meets the requirement.
        var kept: String {
            all.filter { $0.attributeName.trimmedDescription != "Route" }.map { $0.trimmedDescription + " " }.joined()
        }
    }

    extension DeclModifierListSyntax {
        /// What a class repeats that meets the requirement.
        var kept: String {
            filter { $0.name.text == "nonisolated" }.map { $0.trimmedDescription + " " }.joined()
        }
    }

    extension TypeSyntax {
        /// Itself, unless it says that there is no result.
        var unlessVoid: TypeSyntax? {
            ["Void", "()", "Swift.Void"].contains(trimmedDescription) ? nil : self
        }

        /// The route that most requirements with such a result want.
        var usualRoute: String {
            if isOptional { return "@Route(.firstNonNil)" }
            if isArray { return "@Route(.all)" }
            return trimmedDescription == "Bool" ? "@Route(.reduce(true) { $0 && $1 })" : "@Route(.first(or: <#value#>))"
        }
    }

    extension FunctionParameterSyntax {
        /// In a subscript a single name is no label.
        var labelledAsInSubscript: FunctionParameterSyntax {
            guard secondName == nil else { return self }
            return with(\.secondName, firstName.with(\.leadingTrivia, .space))
                .with(\.firstName, .wildcardToken())
        }
    }
#endif
