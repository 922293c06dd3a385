#if Macros
    import SwiftSyntax

    /// A parameter of a hooked function.
    struct HookedParameter {
        let syntax: FunctionParameterSyntax
        /// The name in the body; `nil` if the parameter has none.
        let name: String?
        /// The label in the arguments that advice gets.
        let label: String
        /// The type in the arguments that advice gets; `nil` if advice does not get the parameter.
        let handedType: String?

        /// Reads a parameter.
        ///
        /// Throws a `Refusal` if it can neither be passed to advice nor captured by the body.
        init(_ syntax: FunctionParameterSyntax, generics: Set<String>, host: HookHost) throws {
            self.syntax = syntax
            let first = syntax.firstName.text
            let inner = syntax.secondName?.text ?? first
            name = inner == "_" ? nil : inner
            label = first == "_" ? inner : first
            var type = syntax.type
            var attributes: [String] = []
            if let attributed = type.as(AttributedTypeSyntax.self) {
                try Self.check(attributed)
                attributes = attributed.attributes.names
                let kept = attributed.attributes.filter { $0.trimmedDescription != "@escaping" }
                type = TypeSyntax(attributed.with(\.attributes, kept).with(\.specifiers, []))
                if attributed.specifiers.contains(where: { $0.trimmedDescription == "inout" }) {
                    handedType = nil
                    return
                }
            }
            let isClosure = type.isFunction
            let mayEscape = attributes.contains("escaping") && !attributes.contains("autoclosure")
            let isOpen = type.mentions(generics) || type.mentionsSome
            if name == nil || isOpen || (isClosure && !mayEscape) || (type.mentions(["Self"]) && !host.isSelfKnown) {
                handedType = nil
                return
            }
            let text = type.text(self: host.name)
            handedType = syntax.ellipsis == nil ? text : "[\(text)]"
        }

        private static func check(_ type: AttributedTypeSyntax) throws {
            for specifier in type.specifiers {
                switch specifier.trimmedDescription {
                case "inout": break
                case "isolated":
                    throw Refusal("the isolation cannot be passed on to advice", id: "isolated", at: specifier)
                default:
                    throw Refusal("a closure cannot own a parameter for the body", id: "ownership", at: specifier)
                }
            }
        }
    }

    extension TypeSyntax {
        /// A Boolean value that indicates whether it is a function type, also in parentheses or with attributes.
        var isFunction: Bool {
            if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isFunction }
            if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
                return only.type.isFunction
            }
            return self.is(FunctionTypeSyntax.self)
        }

        /// Returns a Boolean value that indicates whether one of some names is part of it.
        func mentions(_ names: Set<String>) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                guard names.contains(token.text) else { return false }
                // `Module.T` is another T.
                return token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
            }
        }

        /// A Boolean value that indicates whether it contains `some`.
        var mentionsSome: Bool {
            tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.some) }
        }

        /// Returns the type with the name of the host for `Self`, and without what parameters alone may have.
        func text(self name: String?) -> String {
            if let forced = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return forced.wrappedType.text(self: name) + "?"
            }
            return tokens(viewMode: .sourceAccurate).map { token in
                token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, .identifier(name ?? "Self")) : token
            }.map(\.description).joined().trimmingSpaces
        }
    }

    extension String {
        /// The node without spaces and newlines around it.
        var trimmingSpaces: String {
            String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }
#endif
