#if Macros
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// `@NotHookable`: a mark that `@Hookable` looks for, and nothing else.
    enum NotHookableMacro: PeerMacro {
        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] { [] }
    }
#endif
