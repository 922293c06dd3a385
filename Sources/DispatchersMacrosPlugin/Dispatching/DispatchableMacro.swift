#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// Expands `@Dispatchable`: writes a dispatcher and a recorder for a protocol.
    ///
    /// Their functions are in extensions of the protocol as well, for the dispatchers and recorders of protocols that
    /// inherit it; the dispatcher's own need no cast.
    enum DispatchableMacro: PeerMacro, ExtensionMacro {
        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
                context.diagnose(
                    MacroMessage("only a protocol can be dispatched", id: "noProtocol"), at: node,
                    fixIts: [declaration.removing(node)].compactMap { $0 })
                return []
            }
            guard let protocolled = DispatchedProtocol(declaration, diagnosingIn: context) else { return [] }
            return [protocolled.dispatcher, protocolled.recorder]
        }

        static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let declaration = declaration.as(ProtocolDeclSyntax.self),
                let protocolled = DispatchedProtocol(declaration, diagnosingIn: nil)
            else { return [] }
            return try protocolled.extensions
        }
    }

    /// Expands `@Deliver` to nothing: `@Dispatchable` looks for the mark.
    enum DeliverMacro: PeerMacro {
        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] { [] }
    }
#endif
