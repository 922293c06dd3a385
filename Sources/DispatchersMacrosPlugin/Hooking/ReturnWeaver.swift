#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder

    /// Writes a call before each `return` of an initializer, on its line, but not before `return nil`.
    final class ReturnWeaver: SyntaxRewriter {
        private let call: String

        init(before call: String) {
            self.call = call
            super.init()
        }

        override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
            var items: [CodeBlockItemSyntax] = []
            for item in super.visit(node) {
                if let statement = item.item.as(ReturnStmtSyntax.self), statement.expression == nil {
                    var inserted = CodeBlockItemSyntax(stringLiteral: call + ";")
                    inserted.leadingTrivia = item.leadingTrivia
                    inserted.trailingTrivia = .space
                    items.append(inserted)
                    items.append(item.with(\.leadingTrivia, []))
                } else {
                    items.append(item)
                }
            }
            return CodeBlockItemListSyntax(items)
        }

        // What returns from something else.

        override func visit(_ node: ClosureExprSyntax) -> ExprSyntax { ExprSyntax(node) }
        override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
        override func visit(_ node: VariableDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
        override func visit(_ node: ClassDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
        override func visit(_ node: StructDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
        override func visit(_ node: EnumDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
        override func visit(_ node: ActorDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
    }

    extension CodeBlockItemSyntax {
        /// A Boolean value that indicates whether no statement after it can run, as far as the syntax shows.
        var neverReturns: Bool {
            if item.is(ReturnStmtSyntax.self) || item.is(ThrowStmtSyntax.self) { return true }
            let name = item.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
            return ["fatalError", "preconditionFailure"].contains(name)
        }
    }
#endif
