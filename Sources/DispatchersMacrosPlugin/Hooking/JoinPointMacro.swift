#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// Expands `@JoinPoint`: declares a join point beside a function, and writes the line around its body.
    enum JoinPointMacro: BodyMacro, PeerMacro {
        // Lines of the body must stay what they are.
        static var formatMode: FormatMode { .disabled }

        static func expansion(
            of node: AttributeSyntax,
            providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
            in context: some MacroExpansionContext
        ) throws -> [CodeBlockItemSyntax] {
            guard let body = declaration.body else { return [] }
            do {
                let weaver = try weaver(for: declaration, node, in: context)
                let point = JoinPointName(node, of: weaver.function)
                try point.check(declaration)
                return weaver.body(of: body.statements, at: point.path)
            } catch is Refusal {
                // The peer role reports why.
                return Array(body.statements)
            }
        }

        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            do {
                guard let written = declaration.asProtocol((any WithOptionalCodeBlockSyntax).self), written.body != nil
                else { throw Refusal("it has no body", id: "body", at: declaration) }
                let weaver = try weaver(for: declaration, node, in: context)
                let point = JoinPointName(node, of: weaver.function)
                try point.check(declaration)
                warn(of: declaration.otherMacros, in: context)
                let peer = declaration.as(FunctionDeclSyntax.self).flatMap(weaver.peer(of:))
                let stored = point.declared.map { storage(of: $0, weaver, declaration) }
                return [stored, peer].compactMap { $0 }
            } catch let refusal as Refusal {
                diagnose(refusal, of: node, on: declaration, in: context)
                return []
            }
        }

        private static func weaver(
            for declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, in context: some MacroExpansionContext
        ) throws -> HookWeaver {
            let host = try HookHost(context.lexicalContext, isStored: node.storesElsewhere)
            return HookWeaver(function: try HookedFunction(declaration, in: host), context: context)
        }

        private static func storage(
            of property: String, _ weaver: HookWeaver, _ declaration: some DeclSyntaxProtocol
        ) -> DeclSyntax {
            let isInType = weaver.function.host.name != nil
            return """
                \(raw: weaver.comment)
                \(raw: weaver.function.access)nonisolated \(raw: isInType ? "static " : "")\
                \(raw: weaver.declaration(named: property, at: declaration))
                """
        }

        private static func warn(of others: [AttributeSyntax], in context: some MacroExpansionContext) {
            for other in others {
                let name = other.attributeName.trimmedDescription
                let message = "if `@\(name)` writes the body too, the compiler keeps only the last of the two"
                context.diagnose(MacroMessage(message, id: "otherMacro", severity: .warning), at: other)
            }
        }

        private static func diagnose(
            _ refusal: Refusal, of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) {
            let message = MacroMessage("cannot have a join point: \(refusal.reason)", id: refusal.id)
            var fixIts: [FixIt] = []
            if let fix = refusal.renaming(node) {
                fixIts = [fix]
            } else if let fix = declaration.removing(node) {
                fixIts = [fix]
            }
            // The declarations around this one are given without their positions.
            let isPlaced = refusal.node.root.id == declaration.root.id
            context.diagnose(message, at: isPlaced ? refusal.node : Syntax(node), fixIts: fixIts)
        }
    }

    /// The names of a function's join point.
    struct JoinPointName {
        /// The expression with which the body reaches it.
        let path: String
        /// The name of the join point, if the macro declares it beside the function.
        let declared: String?
        private let isNamed: Bool
        private let host: String

        init(_ node: AttributeSyntax, of function: HookedFunction) {
            let text = node.literal
            host = function.host.name ?? ""
            let prefix = function.host.name.map { $0 + "." } ?? ""
            isNamed = text != nil
            if node.storesElsewhere {
                declared = nil
                path = prefix + (text ?? "")
            } else {
                let name = text ?? function.property + "Hook"
                declared = name
                path = prefix + name
            }
        }

        /// Throws a `Refusal` if the superclass may have the name already.
        func check(_ declaration: some DeclSyntaxProtocol) throws {
            guard !isNamed, let function = declaration.as(FunctionDeclSyntax.self),
                let modifier = function.modifiers.contains("override")
            else { return }
            throw Refusal(
                "the superclass may have a `\(function.name.text)Hook` of its own; name that of the override",
                id: "override", at: modifier,
                suggesting: host.prefix(1).lowercased() + host.dropFirst() + function.name.text.capitalizedFirst
                    + "Hook")
        }
    }

    extension AttributeSyntax {
        /// A Boolean value that indicates whether the developer declares the join point.
        fileprivate var storesElsewhere: Bool {
            let label = arguments?.as(LabeledExprListSyntax.self)?.first?.label?.text
            return ["in", "mutatingIn"].contains(label)
        }
    }

    extension String {
        var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    }
#endif
