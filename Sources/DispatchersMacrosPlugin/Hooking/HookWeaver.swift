#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// Writes the code of a join point: its declaration, and the line around the body.
    ///
    /// No other type of the plugin knows how the library spells the two.
    struct HookWeaver {
        let function: HookedFunction
        let context: any MacroExpansionContext

        private var handed: [HookedParameter] { function.handed }

        /// The declaration of the join point, but for access and `static`.
        func declaration(named property: String, at node: some SyntaxProtocol) -> String {
            let type = "Hooks.\(shape)<\(typeArguments)>"
            if let families = function.host.families {
                return "var \(property): \(type) { .init(in: \(families).\(property)) }"
            }
            return "let \(property) = \(type)(\(place(of: node)))"
        }

        /// The declaration of the family that stores the join points of a generic type's function.
        func family(named property: String, at node: some SyntaxProtocol) -> String {
            "nonisolated static let \(property) = Hooks.JoinPointFamily(\(place(of: node)))"
        }

        private func place(of node: some SyntaxProtocol) -> String {
            guard let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID) else {
                return "\"\(function.name)\""
            }
            return "\"\(function.name)\", fileID: \(location.file), line: \(location.line)"
        }

        /// A comment at the join point that says which arguments advice gets.
        var comment: String {
            let kept = function.parameters.filter { $0.handedType == nil }.map { "`\($0.name ?? "_")`" }
            let moment =
                switch function.kind {
                case .initializer: "The join point after `\(function.name)`."
                case .deinitializer: "The join point before `\(function.name)`."
                case .method, .mutating: "The calls of `\(function.name)`."
                }
            return "/// \(moment)" + (kept.isEmpty ? "" : " Advice is not given \(kept.joined(separator: ", ")).")
        }

        /// The new body: the statements of the old one, inside the hooks.
        func body(
            of statements: CodeBlockItemListSyntax, at point: String
        ) -> [CodeBlockItemSyntax] {
            let text =
                switch function.kind {
                case .method: wrapped(statements, at: point)
                case .mutating: forwarding(to: point)
                case .initializer: followed(statements, by: point)
                case .deinitializer:
                    """
                    \(point)(type(of: self), ObjectIdentifier(self)) { _ in }
                    \(located(statements))
                    """
                }
            return [CodeBlockItemSyntax(stringLiteral: text)]
        }

        /// The function beside a `mutating` method that has its statements.
        ///
        /// The function is called on the value that advice passes on.
        func peer(of declaration: FunctionDeclSyntax) -> DeclSyntax? {
            guard function.kind == .mutating, let body = declaration.body else { return nil }
            let parameters = declaration.signature.parameterClause.parameters.compactMap { parameter -> String? in
                guard parameter.secondName?.text ?? parameter.firstName.text != "_" else { return nil }
                let names = [parameter.firstName, parameter.secondName].compactMap { $0?.text }.joined(separator: " ")
                let type = parameter.type.trimmedDescription
                return "\(names): \(parameter.ellipsis == nil ? type : "[\(type)]")"
            }
            let modifiers = declaration.modifiers.filter {
                !["public", "package", "internal", "fileprivate", "private"].contains($0.name.text)
            }
            let attributes = declaration.attributes.all.filter {
                !["JoinPoint", "NamedJoinPoint", "discardableResult", "objc"].contains(
                    $0.attributeName.trimmedDescription)
            }
            let signature = [
                declaration.signature.effectSpecifiers?.trimmedDescription,
                declaration.signature.returnClause?.trimmedDescription,
                declaration.genericWhereClause?.trimmedDescription,
            ]
            return """
                \(raw: (attributes.map(\.trimmedDescription) + ["private"] + modifiers.map(\.trimmedDescription))
                    .joined(separator: " ")) func unhooked_\(raw: declaration.name.text)\
                \(raw: declaration.genericParameterClause?.trimmedDescription ?? "")\
                (\(raw: parameters.joined(separator: ", "))) \
                \(raw: signature.compactMap { $0 }.joined(separator: " ")) {
                \(raw: located(body.statements))
                }
                """
        }
    }

    extension HookWeaver {
        private var shape: String {
            let isOnMainActor = function.isOnMainActor || function.host.isOnMainActor
            var prefix = ""
            if function.isAsync {
                prefix = "Async"
            } else if function.kind == .mutating {
                prefix = "Mutating"
            } else if isOnMainActor, !function.isNonisolated {
                prefix = "MainActor"
            } else if function.host.isActor, function.kind == .method, !function.isStatic, !function.isNonisolated {
                prefix = "Actor"
            }
            return prefix + (function.failure == nil ? "" : "Throwing") + "JoinPoint"
        }

        private var typeArguments: String {
            var target = function.host.name ?? "Void"
            if function.isStatic { target += ".Type" }
            return [target, arguments, function.output, function.failure].compactMap { $0 }.joined(separator: ", ")
        }

        /// The type of the arguments: labelled if there are several.
        private var arguments: String {
            if function.kind == .deinitializer { return "ObjectIdentifier" }
            let types = handed.compactMap(\.handedType)
            guard types.count > 1 else { return types.first ?? "Void" }
            let labels = handed.map(\.label)
            let names = Set(labels).count == labels.count ? labels : handed.map { $0.name ?? $0.label }
            return "(" + zip(names, types).map { "\($0): \($1)" }.joined(separator: ", ") + ")"
        }

        /// The arguments as a call passes them on.
        private var values: String { "(" + handed.compactMap(\.name).joined(separator: ", ") + ")" }

        private var marks: String { (function.failure == nil ? "" : "try ") + (function.isAsync ? "await " : "") }

        /// The effects and the result of the closure that has the statements.
        private var signature: String {
            let failure = function.failure.map { $0 == "any Swift.Error" ? " throws" : " throws(\($0))" } ?? ""
            return (function.isAsync ? " async" : "") + failure + " -> \(function.output)"
        }

        private func wrapped(_ statements: CodeBlockItemListSyntax, at point: String) -> String {
            let target = function.host.name == nil ? "()" : "self"
            return """
                return \(marks)\(point)(\(target), \(values)) { \(values)\(signature) in
                \(located(statements))
                }
                """
        }

        private func forwarding(to point: String) -> String {
            let target = "hookedTarget"
            let arguments = "hookedArguments"
            let names = handed.compactMap(\.name)
            let passed = function.parameters.compactMap { parameter -> String? in
                guard let name = parameter.name else { return nil }
                let label = parameter.syntax.firstName.text
                var value = name
                if let index = names.firstIndex(of: name) {
                    value = names.count == 1 ? arguments : "\(arguments).\(index)"
                } else if parameter.isInout {
                    value = "&\(name)"
                } else if parameter.isAutoclosure {
                    value = "\(name)()"
                }
                return label == "_" ? value : "\(label): \(value)"
            }
            return """
                return \(marks)\(point)(&self, \(values)) { (\(target), \(arguments))\(signature) in
                    \(marks)\(target).unhooked_\(function.property)(\(passed.joined(separator: ", ")))
                }
                """
        }

        /// Returns the call of the join point where the initializer ends, with the arguments of the initializer.
        private func followed(_ statements: CodeBlockItemListSyntax, by point: String) -> String {
            let arguments = "hookedArguments"
            let call = "\(point)(self, \(handed.isEmpty ? "()" : arguments)) { _ in }"
            let woven = ReturnWeaver(before: call).visit(statements)
            return """
                \(handed.isEmpty ? "" : "let \(arguments) = \(values)")
                \(located(woven, from: statements))
                \(statements.last.map(\.neverReturns) == true ? "" : call)
                """.trimmingSpaces
        }

        /// Returns statements with the line on which they are written, so that breakpoints and errors stay there.
        private func located(
            _ statements: CodeBlockItemListSyntax, from original: CodeBlockItemListSyntax? = nil
        ) -> String {
            guard let first = (original ?? statements).first,
                let location = context.location(of: first, at: .afterLeadingTrivia, filePathMode: .filePath)
            else { return statements.trimmedDescription }
            return """
                #sourceLocation(file: \(location.file), line: \(location.line))
                \(statements.trimmedDescription)
                #sourceLocation()
                """
        }
    }

    extension HookedParameter {
        fileprivate var isInout: Bool {
            syntax.type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" } ?? false
        }

        fileprivate var isAutoclosure: Bool {
            syntax.type.as(AttributedTypeSyntax.self)?.attributes.names.contains("autoclosure") ?? false
        }
    }
#endif
