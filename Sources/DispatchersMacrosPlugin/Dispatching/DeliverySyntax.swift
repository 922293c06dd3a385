#if Macros
    import SwiftSyntax

    /// The arguments of `@Deliver`.
    struct DeliverySyntax {
        enum Kind: String {
            case each, here, first, firstNonNil, all, reduce
        }

        let node: AttributeSyntax
        let kind: Kind
        /// The whole expression.
        private let expression: ExprSyntax
        /// The argument of `or:`, or the first argument of `reduce`.
        let value: String?
        let policy: String?
        let order: String?

        /// Reads the attribute of a requirement.
        init?(_ attributes: AttributeListSyntax) throws {
            let found = attributes.all.first { $0.attributeName.trimmedDescription == "Deliver" }
            guard let node = found, let arguments = node.arguments?.as(LabeledExprListSyntax.self),
                let delivery = arguments.first?.expression
            else { return nil }
            self.node = node
            expression = delivery
            let call = delivery.as(FunctionCallExprSyntax.self)
            let member = (call?.calledExpression ?? delivery).as(MemberAccessExprSyntax.self)
            guard let kind = member.flatMap({ Kind(rawValue: $0.declName.baseName.text) }) else {
                throw Refusal(
                    "a delivery has to be written out, as in `@Deliver(.first)`", id: "delivery", at: delivery)
            }
            self.kind = kind
            value = call?.arguments.first?.expression.trimmedDescription
            policy = arguments.first { $0.label?.text == "failing" }?.expression.trimmedDescription
            order = arguments.first { $0.label?.text == "running" }?.expression.trimmedDescription
        }

        /// The rule that is passed to the center.
        var rule: String {
            switch kind {
            case .each, .here: ".all"
            case .firstNonNil: ".firstNonNil()"
            case .reduce: expression.trimmedDescription
            case .first, .all: ".\(kind.rawValue)"
            }
        }

        /// A Boolean value that indicates whether it makes a result.
        var hasResult: Bool { kind != .each && kind != .here }

        /// Returns the expression for the result of the requirement, from a call of the center.
        func result(of call: String, mayBeCancelled: Bool) -> String {
            switch kind {
            case .each, .here: call
            case .first: "(\(call)) ?? \(value.map { "(\($0))" } ?? "nil")"
            case .firstNonNil: mayBeCancelled ? "(\(call)) ?? nil" : call
            case .all: mayBeCancelled ? "((\(call)) ?? []).flatMap { $0 }" : "(\(call)).flatMap { $0 }"
            case .reduce: mayBeCancelled ? "(\(call)) ?? (\(value ?? ""))" : call
            }
        }
    }

    extension DeliverySyntax {
        /// Throws a `Refusal` if the delivery does not fit the requirement.
        func check(_ effects: RequirementEffects, result: TypeSyntax?) throws {
            guard let result else {
                if hasResult { throw Refusal("a delivery makes a result, and there is none", id: "noResult", at: node) }
                return
            }
            switch kind {
            case .each, .here:
                throw Refusal("its result needs a delivery that makes one", id: "missingDelivery", at: node)
            case .first:
                if value == nil, !result.isOptional {
                    throw Refusal(
                        "there may be no receiver; return an optional, or write `.\(kind.rawValue)(or: …)`",
                        id: "noReceiver", at: node)
                }
            case .firstNonNil:
                if !result.isOptional { throw Refusal("its result is not optional", id: "notOptional", at: node) }
            case .all:
                if !result.isArray { throw Refusal("its result is not an array", id: "notArray", at: node) }
            case .reduce: break
            }
        }
    }

    extension TypeSyntax {
        var isOptional: Bool {
            self.is(OptionalTypeSyntax.self) || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
        }

        var isArray: Bool {
            self.is(ArrayTypeSyntax.self) || self.as(IdentifierTypeSyntax.self)?.name.text == "Array"
        }

        /// The type; `nil` if it is `Void`.
        var unlessVoid: TypeSyntax? {
            ["Void", "()", "Swift.Void"].contains(trimmedDescription) ? nil : self
        }

        /// The attribute that is suggested for a requirement with this result.
        var usualDelivery: String {
            if isOptional { return "@Deliver(.firstNonNil)" }
            if isArray { return "@Deliver(.all)" }
            return trimmedDescription == "Bool"
                ? "@Deliver(.reduce(true) { $0 && $1 })" : "@Deliver(.first(or: <#value#>))"
        }
    }
#endif
