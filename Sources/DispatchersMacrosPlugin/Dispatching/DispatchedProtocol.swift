#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacros

    /// A `@Dispatchable` protocol, and the code that is written for it.
    struct DispatchedProtocol {
        private let name: String
        private let access: String
        /// The other attributes of the protocol, such as `@MainActor`.
        private let attributes: String
        /// The primary associated types as generic parameters, with a `where` clause.
        private let generics: (parameters: String, arguments: String, clause: String)
        private let requirements: [Requirement]

        /// Reads a protocol.
        ///
        /// Returns `nil` after reporting requirements that cannot be dispatched.
        init?(_ declaration: ProtocolDeclSyntax, diagnosingIn context: (any MacroExpansionContext)?) {
            name = declaration.name.text
            let stated = declaration.modifiers.access
            access = stated.isEmpty || stated == "internal" ? "" : stated + " "
            attributes = declaration.attributes.all.filter {
                $0.attributeName.trimmedDescription != "Dispatchable"
            }.map { $0.trimmedDescription + " " }.joined()
            var refusals: [(Refusal, DeclSyntax)] = []
            var requirements: [Requirement] = []
            let primary = declaration.primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.text) ?? []
            let isSent = declaration.isOnActor && !declaration.isSendable
            for member in declaration.memberBlock.members {
                do {
                    try Self.check(member.decl, primary)
                    if isSent { try Self.checkWaiting(member.decl) }
                    if let requirement = try Self.requirement(member.decl, access) { requirements.append(requirement) }
                } catch let refusal as Refusal {
                    refusals.append((refusal, member.decl))
                } catch {}
            }
            self.requirements = requirements
            generics = Self.generics(of: declaration, primary)
            for (refusal, member) in refusals { context?.diagnose(refusal, on: member) }
            if !refusals.isEmpty { return nil }
        }

        private var type: String { name + generics.arguments }

        /// The dispatcher: a class that passes calls on.
        var dispatcher: DeclSyntax {
            let forwarding = Forwarding.own(type)
            return """
                /// Passes calls on to all receivers that are registered for `\(raw: name)`.
                \(raw: attributes)\(raw: access)final class \(raw: name)Dispatcher\(raw: generics.parameters): \
                \(raw: name), DispatchersMacros.ProtocolDispatcher\(raw: generics.clause) {
                \(raw: access)typealias Called = any \(raw: type)
                \(raw: access)nonisolated let center: Dispatchers.ProtocolDispatcherCenter
                /// Ask the center, which makes one only.
                \(raw: access)nonisolated init(_ center: Dispatchers.ProtocolDispatcherCenter) { self.center = center }
                /// Lets an object be called for as long as it lives.
                \(raw: access)func register<Owner: \(raw: name)\(raw: generics.arguments) & AnyObject & Sendable>(
                    _ owner: Owner, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line
                ) {
                    center.register(
                        (any \(raw: type)).self, by: owner, priority: priority, fileID: fileID, line: line
                    ) { $0 }
                }
                \(raw: requirements.map { $0.declaration(forwarding.body) }.joined(separator: "\n"))
                }
                """
        }

        /// The recorder: a class that records calls.
        var recorder: DeclSyntax {
            """
            /// Notes how `\(raw: name)` is called, for tests.
            \(raw: attributes)\(raw: access)final class \(raw: name)Recorder\(raw: generics.parameters): \
            \(raw: name), DispatchersMacros.ProtocolRecorder\(raw: generics.clause) {
            \(raw: access)nonisolated let recordedCalls = DispatchersMacros.RecordedCalls()
            \(raw: access)nonisolated init() {}
            }
            """
        }

        /// The functions for dispatchers and recorders, also of protocols that inherit this one.
        var extensions: [ExtensionDeclSyntax] {
            get throws {
                let forwarding = Forwarding.inherited(type)
                return [
                    try ExtensionDeclSyntax(
                        """
                        extension \(raw: name) where Self: DispatchersMacros.ProtocolDispatcher {
                        \(raw: requirements.map { $0.declaration(forwarding.body) }.joined(separator: "\n"))
                        }
                        """),
                    try ExtensionDeclSyntax(
                        """
                        extension \(raw: name) where Self: DispatchersMacros.ProtocolRecorder {
                        \(raw: requirements.map { $0.declaration(Recorded.body) }.joined(separator: "\n"))
                        }
                        """),
                ]
            }
        }
    }

    extension DispatchedProtocol {
        private static func requirement(_ member: DeclSyntax, _ access: String) throws -> Requirement? {
            if let function = member.as(FunctionDeclSyntax.self) { return try Requirement(function, access: access) }
            if let variable = member.as(VariableDeclSyntax.self) { return try Requirement(variable, access: access) }
            if let node = member.as(SubscriptDeclSyntax.self) { return try Requirement(node, access: access) }
            return nil
        }

        private static func check(_ member: DeclSyntax, _ primary: [String]) throws {
            if let initializer = member.as(InitializerDeclSyntax.self) {
                throw Refusal("an initializer has no receivers", id: "init", at: initializer.initKeyword)
            }
            if let config = member.as(IfConfigDeclSyntax.self) {
                throw Refusal("a requirement inside `#if` cannot be passed on", id: "ifConfig", at: config)
            }
            if let type = member.as(AssociatedTypeDeclSyntax.self), !primary.contains(type.name.text) {
                throw Refusal(
                    "receivers may differ in it; make it a primary associated type", id: "associatedType", at: type.name
                )
            }
        }

        /// Throws a `Refusal` if a requirement on an actor is asynchronous, since receivers are passed to that actor.
        private static func checkWaiting(_ member: DeclSyntax) throws {
            guard let node = member.tokens(viewMode: .sourceAccurate).first(where: { $0.tokenKind == .keyword(.async) })
            else { return }
            throw Refusal("a protocol on an actor has to be `Sendable` to be waited for", id: "sendable", at: node)
        }

        private static func generics(
            of declaration: ProtocolDeclSyntax, _ primary: [String]
        ) -> (parameters: String, arguments: String, clause: String) {
            guard !primary.isEmpty else { return ("", "", "") }
            let types = declaration.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
            let parameters = primary.map { name in
                let inheritance = types.first { $0.name.text == name }?.inheritanceClause?.trimmedDescription
                return name + (inheritance ?? "")
            }
            let clauses = types.compactMap { $0.genericWhereClause?.requirements.trimmedDescription }
            return (
                "<\(parameters.joined(separator: ", "))>", "<\(primary.joined(separator: ", "))>",
                clauses.isEmpty ? "" : " where " + clauses.joined(separator: ", ")
            )
        }
    }

    extension ProtocolDeclSyntax {
        fileprivate var isOnActor: Bool { attributes.names.contains { $0.hasSuffix("Actor") } }

        fileprivate var isSendable: Bool {
            inheritanceClause?.inheritedTypes.contains { $0.type.trimmedDescription == "Sendable" } ?? false
        }
    }

    /// Writes the bodies of a recorder's functions.
    enum Recorded {
        static func body(_ entry: RequirementEntry) -> String {
            var arguments = entry.parameters.map(\.noted)
            if entry.name.hasSuffix(" =") { arguments.append("String(describing: newValue)") }
            let noted = "\"\(entry.name)\", [\(arguments.joined(separator: ", "))]"
            guard let failure = entry.effects.failure else { return "return recordedCalls.note(\(noted))" }
            return "return try recordedCalls.note(\(noted), throwing: (\(failure)).self)"
        }
    }

    extension MacroExpansionContext {
        /// Reports the reason why a requirement cannot be dispatched.
        fileprivate func diagnose(_ refusal: Refusal, on member: DeclSyntax) {
            let fixIt = refusal.suggestion.flatMap { suggestion in
                member.asProtocol((any WithAttributesSyntax).self)?.adding(suggestion, id: refusal.id)
            }
            diagnose(
                MacroMessage("cannot be dispatched: \(refusal.reason)", id: refusal.id), at: refusal.node,
                fixIts: [fixIt].compactMap { $0 })
        }
    }
#endif
