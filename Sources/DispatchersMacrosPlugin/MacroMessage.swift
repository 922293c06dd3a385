#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// A report of a macro to the developer, in one sentence.
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

    /// The reason for which a macro cannot write code for a declaration.
    struct Refusal: Error {
        /// The reason, as part of a sentence.
        let reason: String
        let id: String
        /// The node that the reason is about.
        let node: Syntax
        /// A name that would help; `nil` if there is none.
        let suggestion: String?

        init(_ reason: String, id: String, at node: some SyntaxProtocol, suggesting suggestion: String? = nil) {
            self.reason = reason
            self.id = id
            self.node = Syntax(node)
            self.suggestion = suggestion
        }

        /// Returns the fix that adds the suggested name to the attribute.
        func renaming(_ node: AttributeSyntax) -> FixIt? {
            guard let suggestion else { return nil }
            let named = AttributeSyntax(stringLiteral: "@NamedJoinPoint(\"\(suggestion)\")")
                .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
            return FixIt("name it '\(suggestion)'", id: "name", replacing: node, by: named)
        }
    }

    extension MacroExpansionContext {
        /// Reports to the developer, with fixes.
        func diagnose(
            _ message: MacroMessage, at node: some SyntaxProtocol, fixIts: [FixIt] = []
        ) {
            diagnose(Diagnostic(node: node, message: message, fixIts: fixIts))
        }
    }

    extension FixIt {
        /// Creates a fix that replaces one node by another.
        init(_ message: String, id: String, replacing old: some SyntaxProtocol, by new: some SyntaxProtocol) {
            self.init(
                message: MacroMessage(message, id: id),
                changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
            )
        }
    }

    extension WithAttributesSyntax {
        /// Returns the fix that adds an attribute.
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
        /// Returns the fix that removes an attribute.
        func removing(_ node: AttributeSyntax) -> FixIt? {
            guard let attributed = asProtocol((any WithAttributesSyntax).self) else { return nil }
            return FixIt(
                "remove '@\(node.attributeName.trimmedDescription)'", id: "remove", replacing: attributed.attributes,
                by: attributed.attributes.filter { $0.trimmedDescription != node.trimmedDescription })
        }
    }
#endif
