// swift-format-ignore-file

// The macro `State()` of SwiftUI in the SDK 27, as far as its documentation and messages of the compiler show what it makes:
// storage behind `__name`, an accessor that can initialize it, and `_name` and `$name`, which cannot be set.
//
// `.ci/check-apple` builds it as a plugin with the swift-syntax of the toolchain.
import SwiftSyntax
import SwiftSyntaxMacros

public struct StateMacro: AccessorMacro, PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let name = property(declaration)?.name else { return [] }
        return [
            """
            @storageRestrictions(initializes: __\(raw: name))
            init(initialValue) { __\(raw: name) = SwiftUI.State(wrappedValue: initialValue) }
            """,
            "get { __\(raw: name).wrappedValue }",
            "nonmutating set { __\(raw: name).wrappedValue = newValue }",
        ]
    }

    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let (name, type, value) = property(declaration) else { return [] }
        let written = type.map { ": SwiftUI.State<\($0)>" } ?? ""
        let initial = value.map { " = SwiftUI.State(wrappedValue: \($0))" } ?? ""
        let storage: DeclSyntax = "private var __\(raw: name)\(raw: written)\(raw: initial)"
        guard let type = type ?? value.flatMap(typeName) else { return [storage] }
        return [
            storage,
            "private var _\(raw: name): SwiftUI.State<\(raw: type)> { __\(raw: name) }",
            "private var $\(raw: name): SwiftUI.Binding<\(raw: type)> { __\(raw: name).projectedValue }",
        ]
    }

    private static func property(
        _ declaration: some DeclSyntaxProtocol
    ) -> (name: String, type: String?, value: ExprSyntax?)? {
        guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return nil }
        return (name, binding.typeAnnotation?.type.trimmedDescription, binding.initializer?.value.trimmed)
    }

    /// The type of an initial value, as far as its text shows it.
    private static func typeName(of value: ExprSyntax) -> String? {
        switch value.kind {
        case .stringLiteralExpr: "String"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .booleanLiteralExpr: "Bool"
        case .functionCallExpr: value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
        default: nil
        }
    }
}
