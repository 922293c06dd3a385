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

    /// Returns, for each known join point, whether the pointcut matches it and why, sorted by name.
    ///
    /// A join point is known from its first call, its first hook, or its first listing. If the answer depends on the target of each
    /// call, as conformance to a protocol does, the explanation says so.
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
