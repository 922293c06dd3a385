/// The calls that a hook applies to: by type, by protocol, by name, by object, and any combination.
///
/// A pointcut narrows the hooks of one join point, with typed arguments:
///
/// ```swift
/// let gifts = Cart.adding.before(on: .kind(of: GiftCart.self) && !.object(mine)) { cart, call in print(call.item) }
/// ```
///
/// By itself it hooks all join points that match, including those that have not been called yet. Then the target alone has
/// its type:
///
/// ```swift
/// let tracking = Pointcut<any Screen>.named("appear*").after { screen, call, _ in print(call.name, call.arguments) }
/// ```
///
/// Advice runs where each call does, so it touches no isolated state, also when it is written in a class of the main actor. Advice
/// that does is marked, `{ @MainActor screen, call in … }`, and applies to join points of the main actor alone. If it names a method
/// that is not one of these, that is reported as a ``SkippedHook``.
public struct Pointcut<Target>: Sendable {
    private(set) var rule: PointcutRule

    /// Every call on a target of this type.
    public static var all: Pointcut { Pointcut(rule: .all) }

    /// Methods of this name, in which `*` matches any characters; either the name alone or after its type and a dot.
    public static func named(_ pattern: String) -> Pointcut {
        var rule = PointcutRule(text: "named \(pattern)") { signature, _ in
            matches(signature.name, pattern) || matches(signature.fullName, pattern)
        }
        rule.namesMethods = true
        return Pointcut(rule: rule)
    }

    /// Targets of a type and its subclasses, or with `(any P).self` of all types that conform to a protocol.
    public static func kind<Kind>(of kind: Kind.Type) -> Pointcut { Pointcut(rule: .kind(kind)) }

    /// One object, which is not kept alive; a later one at its address is not taken for it.
    public static func object(_ object: Target) -> Pointcut where Target: AnyObject {
        let object = HookedObject(object)
        var pointcut = when { ObjectIdentifier($0) == object.id }
        pointcut.rule.text = "one object"
        pointcut.rule.level = { _ in .object }
        pointcut.rule.isGone = { object.isGone }
        return pointcut
    }

    /// Targets that meet a condition, which is asked in each call before the hook would run.
    public static func when(_ condition: @escaping @Sendable (Target) -> Bool) -> Pointcut {
        var rule = PointcutRule(text: "a condition") { $1.map { ($0 as? Target).map(condition) ?? false } }
        rule.condition = HookCondition<Target> { condition($0) }
        return Pointcut(rule: rule)
    }

    /// The first of these calls, which ends the hook: exactly one, also when several threads call at the same time.
    public var once: Pointcut {
        var pointcut = self
        pointcut.rule.isOnce = true
        return pointcut
    }

    /// The calls that both apply to.
    public static func && (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: left.rule.joined(with: right.rule, isEither: false))
    }

    /// The calls that either applies to.
    public static func || (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: left.rule.joined(with: right.rule, isEither: true))
    }

    /// The calls that it does not apply to.
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

    /// The join points reached so far, each with whether the pointcut applies to it and why, ordered by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing. Whether a type conforms to a protocol
    /// is asked of the targets of calls: "depends on the target".
    public func explain() -> [PointcutExplanation] {
        let rule = generalRule
        let lines = PointcutRegistry.shared.signatures.map { signature in
            let answer = rule.answer(signature, nil)
            let exception = answer == false || signature.isOnMainActor ? "" : "; not for advice of the main actor"
            let reason = "\(word(for: answer)), as \(rule.reason(at: signature))\(exception)"
            return PointcutExplanation(
                isMatch: answer, description: "\(signature.fullName) (\(signature.location)): \(reason)")
        }
        return lines.sorted { $0.description < $1.description }
    }
}
