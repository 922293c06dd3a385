#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// Expands `@Hookable`: declares a join point for each function of a type, in a nested type.
    enum HookableMacro: MemberMacro, MemberAttributeMacro, PeerMacro {
        static func expansion(
            of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
            conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            let host: HookHost
            do {
                host = try storingHost(of: declaration, node, in: context)
            } catch let refusal as Refusal {
                diagnose(refusal, of: node, on: declaration, in: context)
                return []
            }
            let members = HookableMembers(declaration)
            var isPublic = false
            var isPackage = false
            let lines = members.lines { member in
                guard let function = try? members.function(member, in: host) else { return nil }
                isPublic = isPublic || function.access == "public "
                isPackage = isPackage || function.access == "package "
                let weaver = HookWeaver(function: function, context: context)
                let property = members.property(of: member, function)
                return """
                    \(weaver.comment)
                    \(function.access)nonisolated static \(weaver.declaration(named: property, at: member))
                    """
            }
            let access = isPublic ? "public " : isPackage ? "package " : ""
            return [
                """
                /// The join points of `\(raw: host.name ?? "")`.
                \(raw: access)enum \(raw: namespace(of: node)) {
                \(raw: lines.joined(separator: "\n"))
                }
                """
            ]
        }

        static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
        ) throws -> [AttributeSyntax] {
            guard HookableMembers.isCandidate(member),
                let host = try? storingHost(of: declaration, node, in: context)
            else { return [] }
            do {
                let members = HookableMembers(declaration)
                let function = try members.function(member, in: host)
                let property = members.property(of: member, function)
                let label = function.kind == .mutating ? "mutatingIn" : "in"
                return ["@JoinPoint(\(raw: label): \"\(raw: namespace(of: node)).\(raw: property)\")"]
            } catch let refusal as Refusal {
                warn(refusal, about: member, in: context)
                return []
            }
        }

        /// Returns the type beside a generic type that stores its join points.
        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { return [] }
            return families(of: group, node, in: context).map { [$0] } ?? []
        }

        private static func families(
            of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
        ) -> DeclSyntax? {
            guard let host = try? storingHost(of: declaration, node, in: context), let families = host.families else {
                return nil
            }
            let members = HookableMembers(declaration)
            let lines = members.lines { member in
                guard let function = try? members.function(member, in: host) else { return nil }
                let property = members.property(of: member, function)
                return HookWeaver(function: function, context: context).family(named: property, at: member)
            }
            return """
                /// The stored join points of `\(raw: host.name ?? "")`.
                fileprivate enum \(raw: families) {
                \(raw: lines.joined(separator: "\n"))
                }
                """
        }

        private static func storingHost(
            of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
        ) throws -> HookHost {
            let contexts = context.lexicalContext.outer(than: declaration)
            let host = try HookHost(declaration, within: contexts)
            guard host.families != nil, node.literal != nil else { return host }
            throw Refusal(
                "those of a generic type are named `hooks`; write '@Hookable'", id: "named", at: declaration.introducer)
        }

        private static func namespace(of node: AttributeSyntax) -> String {
            node.literal ?? "hooks"
        }

        private static func diagnose(
            _ refusal: Refusal, of node: AttributeSyntax, on declaration: some DeclGroupSyntax,
            in context: some MacroExpansionContext
        ) {
            let message = MacroMessage("cannot have join points: \(refusal.reason)", id: refusal.id)
            context.diagnose(message, at: refusal.node, fixIts: [declaration.removing(node)].compactMap { $0 })
        }

        private static func warn(
            _ refusal: Refusal, about member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
        ) {
            guard let attributed = member.asProtocol((any WithAttributesSyntax).self) else { return }
            let message = MacroMessage("has no join point: \(refusal.reason)", id: refusal.id, severity: .warning)
            context.diagnose(
                message, at: refusal.node,
                fixIts: [attributed.adding("@NotHookable", id: "notHookable")]
                    + (refusal.suggestion.map { [attributed.adding($0, id: "joinPoint")] } ?? []))
        }
    }

    /// Expands `@NotHookable` to nothing: `@Hookable` looks for the mark.
    enum NotHookableMacro: PeerMacro {
        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] { [] }
    }

    extension [Syntax] {
        /// The contexts around a declaration, with or without the declaration itself.
        fileprivate func outer(than declaration: some DeclGroupSyntax) -> [Syntax] {
            guard let group = first?.asProtocol((any DeclGroupSyntax).self),
                group.introducer.tokenKind == declaration.introducer.tokenKind,
                group.asProtocol((any NamedDeclSyntax).self)?.name.text
                    == declaration.asProtocol((any NamedDeclSyntax).self)?.name.text,
                group.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
                    == declaration.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
            else { return self }
            return Array(dropFirst())
        }
    }
#endif
