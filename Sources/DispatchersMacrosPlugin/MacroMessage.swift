#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// What a macro reports to the developer: one sentence, and what would help.
    struct MacroMessage: DiagnosticMessage, FixItMessage {
        let message: String
        let diagnosticID: MessageID
        let severity: DiagnosticSeverity

        var fixItID: MessageID { diagnosticID }

        init(_ message: String, id: String, severity: DiagnosticSeverity = .error) {
            self.message = message
            self.severity = severity
            diagnosticID = MessageID(domain: "DispatchersMacros", id: id)
        }
    }

    /// Why something cannot be written for a declaration.
    struct Refusal: Error {
        /// What is in the way, as the beginning of a sentence that says what cannot be done.
        let reason: String
        let id: String
        /// The part that is in the way.
        let node: Syntax
        /// A name that would help.
        let suggestion: String?

        init(_ reason: String, id: String, at node: some SyntaxProtocol, suggesting suggestion: String? = nil) {
            self.reason = reason
            self.id = id
            self.node = Syntax(node)
            self.suggestion = suggestion
        }

        /// What gives the macro the name that would help.
        func renaming(_ node: AttributeSyntax) -> FixIt? {
            guard let suggestion else { return nil }
            let named = AttributeSyntax(stringLiteral: "@NamedJoinPoint(\"\(suggestion)\")")
                .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
            return FixIt("name it '\(suggestion)'", id: "name", replacing: node, by: named)
        }
    }

    extension MacroExpansionContext {
        /// Reports to the developer, and offers to replace a node by others.
        func diagnose(
            _ message: MacroMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []
        ) {
            diagnose(Diagnostic(node: node, message: message, fixIts: fixIts))
        }
    }

    extension FixIt {
        /// Replaces one node by another.
        init(_ message: String, id: String, replacing old: some SyntaxProtocol, by new: some SyntaxProtocol) {
            self.init(
                message: MacroMessage(message, id: id),
                changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
            )
        }
    }

    extension WithAttributesSyntax {
        /// Offers to write an attribute in front.
        func adding(_ attribute: String, id: String) -> FixIt {
            var copy = self
            let trivia = copy.leadingTrivia
            copy.leadingTrivia = []
            let added = AttributeSyntax(stringLiteral: attribute)
                .with(\.leadingTrivia, trivia).with(\.trailingTrivia, .space)
            copy.attributes = AttributeListSyntax([.attribute(added)] + Array(copy.attributes))
            return FixIt("write '\(attribute)'", id: id, replacing: self, by: copy)
        }
    }

    extension DeclSyntaxProtocol {
        /// Offers to take an attribute away.
        func removing(_ node: AttributeSyntax) -> FixIt? {
            guard let attributed = asProtocol((any WithAttributesSyntax).self) else { return nil }
            return FixIt(
                "remove '@\(node.attributeName.trimmedDescription)'", id: "remove", replacing: attributed.attributes,
                by: attributed.attributes.filter { $0.trimmedDescription != node.trimmedDescription })
        }
    }
#endif
