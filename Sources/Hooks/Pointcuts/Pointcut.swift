// The files of this folder:
//
// - `Pointcut`: which calls a pointcut matches.
// - `Pointcut+Advice`: how advice is added at a pointcut, and which calls it gets.
// - `PointcutRegistry`: how hooks of pointcuts and join points find each other.
// - `JoinPointInfo`: what is listed and explained.

/// The calls that a hook applies to: by type, by protocol, by name, by object, and any combination.
///
/// A pointcut narrows the hooks of one join point, with typed arguments:
///
/// ```swift
/// let gifts = Cart.adding.before(on: .kind(of: GiftCart.self) && !.object(mine)) { cart, call in print(call.item) }
/// ```
///
/// By itself it hooks all join points that match, including those that have not been called yet. Then only the target is typed:
///
/// ```swift
/// let tracking = Pointcut<any Screen>.named("appear*").after { screen, call, _ in print(call.name, call.arguments) }
/// ```
///
/// Advice runs in the isolation of each call, so it is nonisolated, even in a `@MainActor` class. Advice that uses state of the main
/// actor is marked, `{ @MainActor screen, call in … }`, and runs only at join points of the main actor. If its name pattern matches
/// another method, that is reported as a ``SkippedHook``.
public struct Pointcut<Target>: Sendable {
    private(set) var rule: PointcutRule

    /// Every call on a target of this type.
    public static var all: Pointcut { Pointcut(rule: .all) }

    /// Returns a pointcut that matches methods by name; `*` matches any characters.
    ///
    /// A pattern with a dot, such as `Cart.add*`, matches the name of the type, too.
    public static func named(_ pattern: String) -> Pointcut {
        var rule = PointcutRule(text: "named \(pattern)") { signature, _ in
            matches(signature.name, pattern) || matches(signature.fullName, pattern)
        }
        rule.namesMethods = true
        return Pointcut(rule: rule)
    }

    /// Targets of a type and its subclasses, or with `(any P).self` of all types that conform to a protocol.
    public static func kind<Kind>(of kind: Kind.Type) -> Pointcut { Pointcut(rule: .kind(kind)) }

    /// Returns a pointcut that matches calls on one object.
    ///
    /// The object is referenced weakly. A later object at its address does not match.
    public static func object(_ object: Target) -> Pointcut where Target: AnyObject {
        let object = HookedObject(object)
        var pointcut = when { ObjectIdentifier($0) == object.id }
        pointcut.rule.text = "one object"
        pointcut.rule.level = { _ in .object }
        pointcut.rule.isGone = { object.isGone }
        return pointcut
    }

    /// Returns a pointcut that matches calls on targets that meet a condition, which each call evaluates.
    public static func when(_ condition: @escaping @Sendable (Target) -> Bool) -> Pointcut {
        var rule = PointcutRule(text: "a condition") { $1.map { ($0 as? Target).map(condition) ?? false } }
        rule.condition = HookCondition<Target> { condition($0) }
        return Pointcut(rule: rule)
    }

    /// A pointcut that matches only the first matching call; the hook then ends.
    ///
    /// It matches exactly one call, also when several threads call at the same time.
    public var once: Pointcut {
        var pointcut = self
        pointcut.rule.isOnce = true
        return pointcut
    }

    /// Returns a pointcut that matches what both pointcuts match.
    public static func && (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: left.rule.joined(with: right.rule, isEither: false))
    }

    /// Returns a pointcut that matches what either pointcut matches.
    public static func || (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: left.rule.joined(with: right.rule, isEither: true))
    }

    /// Returns a pointcut that matches what this one does not match.
    public static prefix func ! (pointcut: Pointcut) -> Pointcut {
        let rule = pointcut.rule
        return Pointcut(rule: PointcutRule(text: "!\(rule.text)") { rule.answer($0, $1).map(!) })
    }
}

extension Pointcut {
    /// The rule for join points of any target, which includes the type of the target.
    var generalRule: PointcutRule {
        if Target.self == Any.self { return rule }
        return .kind(Target.self).joined(with: rule, isEither: false)
    }
}

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
