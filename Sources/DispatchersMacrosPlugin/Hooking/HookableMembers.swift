#if Macros
    import SwiftSyntax

    /// The functions of a `@Hookable` type, and the names of their join points.
    ///
    /// The compiler asks for each member again and hands over the whole type, so nothing here looks at more of the other members
    /// than their base names.
    struct HookableMembers {
        private let members: MemberBlockItemListSyntax

        init(_ declaration: some DeclGroupSyntax) {
            members = declaration.memberBlock.members
        }

        /// Returns a Boolean value that indicates whether a member is a function with a body and without any of the marks.
        static func isCandidate(_ member: some DeclSyntaxProtocol) -> Bool {
            guard member.hookBase != nil,
                let written = member.asProtocol((any WithOptionalCodeBlockSyntax).self), written.body != nil,
                let attributed = member.asProtocol((any WithAttributesSyntax).self)
            else { return false }
            return Set(attributed.attributes.names).isDisjoint(with: ["NotHookable", "JoinPoint", "NamedJoinPoint"])
        }

        /// Returns the function of a member.
        ///
        /// Throws a `Refusal` if it cannot be hooked.
        func function(_ member: some DeclSyntaxProtocol, in host: HookHost) throws -> HookedFunction {
            if let other = member.otherMacros.first {
                throw Refusal(
                    "`@\(other.attributeName.trimmedDescription)` may be a macro that writes the body, and only one can",
                    id: "otherMacro", at: other, suggesting: "@JoinPoint")
            }
            let function = try HookedFunction(member, in: host)
            let twins = siblings(of: member).filter { $0.full == member.hookNames?.full }.map(\.signature)
            if Set(twins).count > 1 {
                throw Refusal(
                    "others have the name `\(function.name)` too; give its join point a name of its own",
                    id: "twin", at: member, suggesting: "@NamedJoinPoint(\"<#name#>\")")
            }
            return function
        }

        /// Returns the name of a join point: that of the function, with its labels if other functions have the name.
        func property(of member: some DeclSyntaxProtocol, _ function: HookedFunction) -> String {
            guard let names = member.hookNames, Set(siblings(of: member).map(\.full)).count > 1 else {
                return function.property
            }
            let labels = names.labels.filter { $0 != "_" }
            return ([function.property] + labels).joined(separator: "_")
        }

        /// Returns the functions of the same base name that get a join point, including itself.
        private func siblings(of member: some DeclSyntaxProtocol) -> [HookNames] {
            guard let base = member.hookBase else { return [] }
            return Self.all(members).filter { $0.hookBase == base && Self.isCandidate($0) }.compactMap(\.hookNames)
        }

        /// Returns a text for each candidate, inside the `#if` around it.
        func lines(_ text: (DeclSyntax) -> String?) -> [String] { Self.lines(members, text) }

        private static func all(_ members: MemberBlockItemListSyntax) -> [DeclSyntax] {
            members.flatMap { member -> [DeclSyntax] in
                guard let config = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
                return config.clauses.flatMap { $0.members.map(all) ?? [] }
            }
        }

        private static func lines(
            _ members: MemberBlockItemListSyntax, _ text: (DeclSyntax) -> String?
        ) -> [String] {
            members.flatMap { member -> [String] in
                guard let config = member.decl.as(IfConfigDeclSyntax.self) else {
                    return isCandidate(member.decl) ? [text(member.decl)].compactMap { $0 } : []
                }
                let clauses = config.clauses.map { clause in
                    let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
                    return (clause.poundKeyword.text + condition, clause.members.map { lines($0, text) } ?? [])
                }
                guard clauses.contains(where: { !$0.1.isEmpty }) else { return [] }
                return clauses.flatMap { [$0.0] + $0.1 } + ["#endif"]
            }
        }
    }

    extension IfConfigClauseSyntax {
        fileprivate var members: MemberBlockItemListSyntax? { elements?.as(MemberBlockItemListSyntax.self) }
    }

    /// The names that distinguish a function from others.
    struct HookNames {
        let full: String
        let labels: [String]
        /// The signature, which differs where the compiler distinguishes two functions of one name.
        let signature: String
    }

    extension DeclSyntaxProtocol {
        /// The name without labels, if it is a function, an initializer or a deinitializer.
        fileprivate var hookBase: String? {
            if let function = self.as(FunctionDeclSyntax.self) { return function.name.text }
            if self.is(InitializerDeclSyntax.self) { return "init" }
            return self.is(DeinitializerDeclSyntax.self) ? "deinit" : nil
        }

        /// The names, if it is a function, an initializer or a deinitializer.
        var hookNames: HookNames? {
            if let function = self.as(FunctionDeclSyntax.self) {
                let isStatic = function.modifiers.contains("static", "class") != nil
                let clause = function.signature.parameterClause
                return HookNames(
                    full: function.name.text + clause.labels,
                    labels: clause.parameters.map(\.firstName.text),
                    signature: (isStatic ? "static " : "") + function.signature.trimmedDescription
                        + (function.genericWhereClause?.trimmedDescription ?? ""))
            }
            if let initializer = self.as(InitializerDeclSyntax.self) {
                let clause = initializer.signature.parameterClause
                return HookNames(
                    full: "init" + clause.labels, labels: clause.parameters.map(\.firstName.text),
                    signature: initializer.signature.trimmedDescription)
            }
            if self.is(DeinitializerDeclSyntax.self) {
                return HookNames(full: "deinit", labels: [], signature: "deinit")
            }
            return nil
        }

        /// The attributes that may be macros which write the body: those that are neither of the language nor global actors.
        var otherMacros: [AttributeSyntax] {
            let known: Set = [
                "JoinPoint", "NamedJoinPoint", "NotHookable", "MainActor", "Sendable", "IBAction", "IBSegueAction",
            ]
            let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes.all ?? []
            return attributes.filter { attribute in
                let name = attribute.attributeName.trimmedDescription
                let isOwn = name.split(separator: ".").last?.first?.isUppercase ?? false
                return isOwn && !known.contains(name) && !name.hasSuffix("Actor") && !name.hasSuffix("Builder")
            }
        }
    }
#endif
