/// The condition of a pointcut, without the type of its targets.
struct PointcutRule: Sendable {
    /// The rule as it is written in code.
    var text: String

    /// Returns a Boolean value that indicates whether the rule holds; `nil` if that depends on the target and none is given.
    let answer: @Sendable (JoinPointSignature, Any?) -> Bool?

    /// The parts of the rule, if it is explained part by part.
    var parts: [PointcutRule] = []

    /// The level of its hooks at a join point.
    var level: @Sendable (JoinPointSignature) -> PointcutLevel = { _ in .pattern }

    /// A Boolean value that indicates whether the first call ends the hook.
    var isOnce = false

    /// A Boolean value that indicates whether the rule names methods.
    var namesMethods = false

    /// Returns a Boolean value that indicates whether the rule can never hold again.
    var isGone: @Sendable () -> Bool = { false }

    /// The `HookCondition` on the type of its targets, if it is no more than that.
    var condition: (any Sendable)?

    static let all = PointcutRule(text: "all") { _, _ in true }

    /// A Boolean value that indicates whether the rule holds for every call.
    var isAlways: Bool { text == Self.all.text }

    /// Returns the rule for targets of a type, its subclasses and conformers.
    static func kind<Kind>(_ kind: Kind.Type) -> PointcutRule {
        var rule = PointcutRule(text: "kind of \(kind)") { signature, target in
            if let target { return target is Kind }
            if signature.type == kind { return true }
            guard kind is AnyClass, signature.type is AnyClass else { return nil }
            return signature.type is Kind.Type ? true : signature.covers(kind) ? nil : false
        }
        // A protocol is neither a class nor the type of the targets.
        rule.level = { kind is AnyClass || kind == $0.type ? .type : .protocol }
        return rule
    }

    /// Returns the rule for the calls that both rules apply to, or either.
    ///
    /// The level of both is the narrower, that of either the wider.
    func joined(with right: PointcutRule, isEither: Bool) -> PointcutRule {
        let left = self
        var rule = PointcutRule(text: "(\(left.text) \(isEither ? "||" : "&&") \(right.text))") { signature, target in
            // The answer of one side may be the answer of both.
            let first = left.answer(signature, target)
            if first == isEither { return first }
            let second = right.answer(signature, target)
            return second == isEither ? second : first.flatMap { _ in second }
        }
        rule.parts = left.leaves + right.leaves
        rule.isOnce = left.isOnce || right.isOnce
        rule.namesMethods = left.namesMethods || right.namesMethods
        rule.level = { isEither ? min(left.level($0), right.level($0)) : max(left.level($0), right.level($0)) }
        rule.isGone = { isEither ? left.isGone() && right.isGone() : left.isGone() || right.isGone() }
        return rule
    }

    /// Returns each part with its answer for a join point.
    func reason(at signature: JoinPointSignature) -> String {
        leaves.map { "\($0.text): \(word(for: $0.answer(signature, nil)))" }.joined(separator: "; ")
    }

    private var leaves: [PointcutRule] { parts.isEmpty ? [self] : parts }
}

/// Returns an answer as explanations write it.
func word(for answer: Bool?) -> String { answer.map { $0 ? "yes" : "no" } ?? "depends on the target" }

/// A condition on targets of one type.
struct HookCondition<Target>: Sendable {
    let holds: @Sendable (inout Target) -> Bool
}

/// Returns a Boolean value that indicates whether a name fits a pattern in which `*` matches any number of characters.
///
/// A star takes what precedes the first occurrence of what follows it; the last takes the rest. Linear in practice.
func matches(_ name: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == name }
    guard name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let found = rest.firstRange(of: part) else { return false }
        rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
}
