#if Macros
    import SwiftSyntax

    /// A function, an initializer or a deinitializer that is to have a join point.
    struct HookedFunction {
        /// The parts of a type that have bodies to hook.
        enum Kind {
            case method
            case mutating
            /// The join point is after the body, since there is no object to pass before.
            case initializer
            /// The join point is before the body, and gets the identity of the object alone.
            case deinitializer
        }

        let host: HookHost
        let kind: Kind
        /// The name with its labels, as Swift writes it.
        let name: String
        /// The name of its join point, if no other function has this name.
        let property: String
        let parameters: [HookedParameter]
        let output: String
        let isAsync: Bool
        /// The type of its errors; `nil` if it does not throw.
        let failure: String?
        let isStatic: Bool
        let isNonisolated: Bool
        let isOnMainActor: Bool
        /// The access of its join point with a space, or nothing.
        let access: String

        /// The parameters that advice gets.
        var handed: [HookedParameter] { parameters.filter { $0.handedType != nil } }

        /// Reads a declaration with a body.
        ///
        /// Throws a `Refusal` if it cannot be hooked.
        init(_ declaration: some DeclSyntaxProtocol, in host: HookHost) throws {
            if let function = declaration.as(FunctionDeclSyntax.self) {
                try self.init(function: function, in: host)
            } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
                try self.init(initializer: initializer, in: host)
            } else if let deinitializer = declaration.as(DeinitializerDeclSyntax.self) {
                self.init(deinitializer: deinitializer, in: host)
            } else {
                throw Refusal("only functions have bodies that a macro may write", id: "kind", at: declaration)
            }
        }

        private init(function: FunctionDeclSyntax, in host: HookHost) throws {
            try Self.check(function)
            let signature = function.signature
            let generics = function.genericParameterClause.names
            let modifiers = function.modifiers
            self.host = host
            kind = modifiers.contains("mutating") == nil ? .method : .mutating
            name = function.name.text + signature.parameterClause.labels
            property = function.name.text
            parameters = try signature.parameterClause.parameters.map {
                try HookedParameter($0, generics: generics, host: host)
            }
            output = try Self.output(of: signature, generics, host)
            (isAsync, failure) = try Self.effects(of: signature.effectSpecifiers, generics)
            isStatic = modifiers.contains("static", "class") != nil
            isNonisolated = modifiers.contains("nonisolated") != nil
            isOnMainActor = function.attributes.names.contains("MainActor")
            access = Self.access(modifiers, in: host)
        }

        private init(initializer: InitializerDeclSyntax, in host: HookHost) throws {
            try Self.check(initializer)
            let clause = initializer.signature.parameterClause
            let generics = initializer.genericParameterClause.names
            self.host = host
            kind = .initializer
            name = "init" + clause.labels
            property = "didInit"
            parameters = try clause.parameters.map { try HookedParameter($0, generics: generics, host: host) }
            output = "Void"
            // The join point after it is neither asynchronous nor can it fail.
            isAsync = false
            failure = nil
            isStatic = false
            isNonisolated = initializer.modifiers.contains("nonisolated") != nil
            isOnMainActor = initializer.attributes.names.contains("MainActor")
            access = Self.access(initializer.modifiers, in: host)
        }

        private init(deinitializer: DeinitializerDeclSyntax, in host: HookHost) {
            self.host = host
            kind = .deinitializer
            name = "deinit"
            property = "willDeinit"
            parameters = []
            output = "Void"
            isAsync = false
            failure = nil
            isStatic = true
            isNonisolated = true
            isOnMainActor = false
            access = Self.access(deinitializer.modifiers, in: host)
        }

        private static func access(_ modifiers: DeclModifierListSyntax, in host: HookHost) -> String {
            let access = modifiers.access.isEmpty ? host.defaultAccess : modifiers.access
            return access.isEmpty || access == "internal" ? "" : access + " "
        }

        private static func output(
            of signature: FunctionSignatureSyntax, _ generics: Set<String>, _ host: HookHost
        ) throws -> String {
            guard let type = signature.returnClause?.type else { return "Void" }
            if type.mentionsSome { throw Refusal("advice cannot name its result", id: "opaque", at: type) }
            if type.mentions(generics) {
                throw Refusal("its result has another type each time", id: "result", at: type)
            }
            if type.mentions(["Self"]), !host.isSelfKnown {
                throw Refusal("`Self` is another type in a subclass", id: "self", at: type)
            }
            return type.text(self: host.name)
        }

        private static func effects(
            of specifiers: FunctionEffectSpecifiersSyntax?, _ generics: Set<String>
        ) throws -> (isAsync: Bool, failure: String?) {
            if let node = specifiers?.asyncSpecifier, node.tokenKind == .keyword(.reasync) {
                throw Refusal("what it does depends on its argument", id: "rethrows", at: node)
            }
            let isAsync = specifiers?.asyncSpecifier != nil
            guard let clause = specifiers?.throwsClause else { return (isAsync, nil) }
            if clause.throwsSpecifier.tokenKind == .keyword(.rethrows) {
                throw Refusal("whether advice may throw depends on its argument", id: "rethrows", at: clause)
            }
            guard let type = clause.type else { return (isAsync, "any Swift.Error") }
            if type.mentions(generics) { throw Refusal("its error has another type each time", id: "error", at: type) }
            return (isAsync, type.trimmedDescription == "Never" ? nil : type.trimmedDescription)
        }
    }

    extension HookedFunction {
        /// Throws a `Refusal` if the function as a whole cannot be hooked.
        private static func check(_ function: FunctionDeclSyntax) throws {
            guard case .identifier = function.name.tokenKind else {
                throw Refusal("an operator has no name to hook it by", id: "operator", at: function.name)
            }
            if let node = function.modifiers.contains("consuming", "borrowing", "__consuming") {
                throw Refusal("advice is given a copy of the value", id: "ownership", at: node)
            }
            if let node = function.signature.effectSpecifiers?.asyncSpecifier,
                function.modifiers.contains("mutating") != nil
            {
                throw Refusal("a `mutating` method that is asynchronous cannot be hooked", id: "mutating", at: node)
            }
            try checkAttributes(function.attributes)
        }

        private static func check(_ initializer: InitializerDeclSyntax) throws {
            try checkAttributes(initializer.attributes)
        }

        private static func checkAttributes(_ attributes: AttributeListSyntax) throws {
            for attribute in attributes.all {
                let name = attribute.attributeName.trimmedDescription
                if ["inlinable", "backDeployed", "_transparent", "_alwaysEmitIntoClient"].contains(name) {
                    throw Refusal("its body is copied into other modules", id: "inlinable", at: attribute)
                }
                if name.hasSuffix("Builder") {
                    throw Refusal("statements of a result builder are its result", id: "builder", at: attribute)
                }
            }
        }
    }

    extension GenericParameterClauseSyntax? {
        /// The names of the type parameters.
        var names: Set<String> { Set(self?.parameters.map(\.name.text) ?? []) }
    }

    extension FunctionParameterClauseSyntax {
        /// The labels, as they are part of a function's name.
        var labels: String { "(" + parameters.map { "\($0.firstName.text):" }.joined() + ")" }
    }
#endif
