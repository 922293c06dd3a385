#if Macros
    import SwiftSyntax

    /// The context of a function that is to be hooked: a type, an extension of one, or a file.
    struct HookHost {
        /// The full name of the type; `nil` in a file.
        let name: String?
        let isActor: Bool
        /// A Boolean value that indicates whether `Self` is the type itself, as far as the syntax shows.
        let isSelfKnown: Bool
        let isOnMainActor: Bool
        /// The type beside a generic type that stores its join points; `nil` if the type can store them.
        let families: String?
        /// The access of members without an access modifier.
        let defaultAccess: String

        /// Creates the host of functions in a file.
        private init() {
            name = nil
            isActor = false
            isSelfKnown = true
            isOnMainActor = false
            families = nil
            defaultAccess = ""
        }

        /// Creates the host of a declaration in some contexts, the innermost first.
        ///
        /// Throws a `Refusal` if no join point can be stored there, unless that is the task of another macro.
        init(_ contexts: [Syntax], isStored: Bool) throws {
            guard let innermost = contexts.first else {
                self.init()
                return
            }
            guard let group = innermost.asProtocol((any DeclGroupSyntax).self) else {
                throw Refusal("a local function has no storage for one", id: "local", at: innermost)
            }
            try self.init(group, within: Array(contexts.dropFirst()))
            if !isStored, families != nil {
                throw Refusal(
                    "a generic type cannot store one; `@Hookable` on the type keeps those of all its functions beside it",
                    id: "generic", at: group.introducer)
            }
        }

        /// Creates the host of functions in a type or an extension.
        ///
        /// Throws a `Refusal` if no join point can be stored there.
        init(_ group: some DeclGroupSyntax, within contexts: [Syntax]) throws {
            if let refusal = Self.refusal(of: group, within: contexts) { throw refusal }
            let type = group.asProtocol((any NamedDeclSyntax).self)?.name.text
            let extended = group.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
            name = type ?? extended
            isActor = group.is(ActorDeclSyntax.self)
            let isOpenClass = group.is(ClassDeclSyntax.self) && !group.modifiers.contains { $0.name.text == "final" }
            isSelfKnown = !isOpenClass && extended == nil
            isOnMainActor = group.attributes.names.contains("MainActor")
            let isGeneric = group.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
            families = isGeneric ? type.map { $0 + "HookFamilies" } : nil
            defaultAccess = extended == nil ? "" : group.modifiers.access
        }

        private static func refusal(of group: some DeclGroupSyntax, within contexts: [Syntax]) -> Refusal? {
            if let node = group.as(ProtocolDeclSyntax.self) {
                return Refusal("a protocol has no bodies; its conformers have", id: "protocol", at: node.name)
            }
            if let clause = group.as(ExtensionDeclSyntax.self)?.genericWhereClause {
                return Refusal(
                    "an extension of a generic type cannot store one; write it with a `JoinPointFamily`", id: "generic",
                    at: clause)
            }
            let outer = contexts.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
            if let clause = outer.lazy.compactMap(\.genericParameterClause).first {
                return Refusal(
                    "what is inside a generic type or function cannot store one; move it out", id: "generic", at: clause
                )
            }
            let suppressed = group.inheritanceClause?.inheritedTypes.first { $0.type.is(SuppressedTypeSyntax.self) }
            return suppressed.map { Refusal("advice is given a copy of the value", id: "noncopyable", at: $0) }
        }
    }

    extension AttributeSyntax {
        /// The text of the attribute's one argument, if that is a literal.
        var literal: String? {
            let argument = arguments?.as(LabeledExprListSyntax.self)?.first
            return argument?.expression.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription
        }
    }

    extension AttributeListSyntax {
        /// The attributes, including those inside `#if`.
        var all: [AttributeSyntax] {
            flatMap { element -> [AttributeSyntax] in
                switch element {
                case .attribute(let attribute): [attribute]
                case .ifConfigDecl(let config):
                    config.clauses.flatMap { $0.elements?.as(AttributeListSyntax.self)?.all ?? [] }
                }
            }
        }

        /// The names of the attributes, as they are written.
        var names: [String] { all.map(\.attributeName.trimmedDescription) }
    }

    extension DeclModifierListSyntax {
        /// The access modifier; `public` for `open`, since a join point is not overridden.
        var access: String {
            let levels = ["public", "package", "internal", "fileprivate", "private", "open"]
            let stated = first { levels.contains($0.name.text) && $0.detail == nil }?.name.text ?? ""
            return ["open": "public", "private": "fileprivate"][stated] ?? stated
        }

        func contains(_ names: String...) -> DeclModifierSyntax? {
            first { names.contains($0.name.text) }
        }
    }
#endif
