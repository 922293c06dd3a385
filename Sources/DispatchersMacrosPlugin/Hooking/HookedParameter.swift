#if Macros
    import SwiftSyntax

    /// A parameter of a hooked function, and whether advice is given it.
    struct HookedParameter {
        let syntax: FunctionParameterSyntax
        /// What the body calls it; `nil` if nothing.
        let name: String?
        /// How it is named in the arguments of a call.
        let label: String
        /// Its type among the arguments of a call; `nil` if advice is not given it.
        let handedType: String?

        /// Refuses what can neither be handed over nor captured.
        init(_ syntax: FunctionParameterSyntax, generics: Set<String>, host: HookHost) throws {
            self.syntax = syntax
            let (first, second) = (syntax.firstName.text, syntax.secondName?.text)
            let inner = second ?? first
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
        /// Whether it is a function type, in parentheses or with attributes as well.
        var isFunction: Bool {
            if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isFunction }
            if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
                return only.type.isFunction
            }
            return self.is(FunctionTypeSyntax.self)
        }

        /// Whether one of these names is part of it.
        func mentions(_ names: Set<String>) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                guard names.contains(token.text) else { return false }
                // `Module.T` is another T.
                return token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
            }
        }

        /// Whether it represents a type that is not named.
        var mentionsSome: Bool {
            tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.some) }
        }

        /// As it is written where `Self` would be another type, and without what a parameter alone can be.
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
        /// Without spaces and newlines around it.
        var trimmingSpaces: String {
            String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }
#endif
