/// The calls that a hook applies to: by type, by protocol, by name, by object, and any combination.
///
/// It narrows the hooks of one join point, with typed arguments:
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
/// Advice runs where each call does, so that it touches no isolated state, also when it is written in a class of the main
/// actor. Advice that does is marked, `{ @MainActor screen, call in … }`, and applies to join points of the main actor alone.
public struct Pointcut<Target>: Sendable {
    private(set) var rule: PointcutRule

    /// Every call on a target of this type.
    public static var all: Pointcut { Pointcut(rule: .all) }

    /// Methods of this name, in which `*` matches any characters; either the name alone or after its type and a dot.
    public static func named(_ pattern: String) -> Pointcut {
        Pointcut(
            rule: PointcutRule(text: "named \(pattern)") { place, _ in
                matches(place.name, pattern) || matches(place.fullName, pattern)
            })
    }

    /// Targets of a type and its subclasses, or with `(any P).self` of all types that conform to a protocol.
    public static func kind<Kind>(of kind: Kind.Type) -> Pointcut { Pointcut(rule: .kind(kind)) }

    /// One object, which is not kept alive; a later one at its address is not taken for it.
    public static func object(_ object: Target) -> Pointcut where Target: AnyObject {
        let object = WeakObject(object)
        var pointcut = when { ObjectIdentifier($0) == object.id }
        (pointcut.rule.text, pointcut.rule.level) = ("one object", { _ in .object })
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
    /// The rule for join points of any target, with the isolation that advice needs: it includes the type of the target.
    func ownRule(on isolation: (any Actor)?) -> PointcutRule {
        var rule = rule
        if Target.self != Any.self { rule = .kind(Target.self).joined(with: rule, isEither: false) }
        guard let isolation else { return rule }
        precondition(isolation === MainActor.shared, "Advice of a pointcut runs anywhere or on the main actor.")
        return PointcutRule(text: "on the main actor") { place, _ in place.isOnMainActor }
            .joined(with: rule, isEither: false)
    }

    /// The join points reached so far, each with whether the pointcut applies to it and why, ordered by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing. Whether a type conforms to a protocol
    /// is asked of the targets of calls: "depends on the target".
    public func explain() -> [PointcutExplanation] {
        let rule = ownRule(on: nil)
        let lines = HookPlace.all.map { place in
            let (name, answer) = ("\(place.fullName) (\(place.location))", rule.answer(place, nil))
            let exception = answer == false || place.isOnMainActor ? "" : "; not for advice of the main actor"
            return PointcutExplanation(
                isMatch: answer, description: "\(name): \(word(for: answer)), as \(rule.reason(at: place))\(exception)")
        }
        return lines.sorted { $0.description < $1.description }
    }
}

/// What a pointcut means for one join point.
public struct PointcutExplanation: Sendable, CustomStringConvertible {
    /// Whether the pointcut applies to every call, or to none; `nil` if that depends on the target.
    public let isMatch: Bool?

    /// One line: the join point with its place, each part of the pointcut with what it comes to here, and whether advice that
    /// is marked `@MainActor` runs here.
    public let description: String
}

/// An answer as explanations write it.
private func word(for answer: Bool?) -> String { answer.map { $0 ? "yes" : "no" } ?? "depends on the target" }

/// The condition of a pointcut, without the type of its targets.
struct PointcutRule: Sendable {
    /// The rule as it is written.
    var text: String

    /// Whether it holds, or `nil` where that depends on the target and none is given.
    let answer: @Sendable (HookPlace, Any?) -> Bool?

    /// What it consists of, if that is explained part by part.
    var parts: [PointcutRule] = []

    /// The level of its hooks at a join point.
    var level: @Sendable (HookPlace) -> PointcutLevel = { _ in .pattern }

    /// Whether the first call ends the hook.
    var isOnce = false

    /// Whether it can never hold again.
    var isGone: @Sendable () -> Bool = { false }

    /// The `HookCondition` on the type of its targets, if it is no more than that.
    var condition: (any Sendable)?

    static let all = PointcutRule(text: "all") { _, _ in true }

    /// Whether it holds for every call.
    var isAlways: Bool { text == Self.all.text }

    /// Targets of a type, its subclasses and conformers.
    static func kind<Kind>(_ kind: Kind.Type) -> PointcutRule {
        var rule = PointcutRule(text: "kind of \(kind)") { place, target in
            if let target { return target is Kind }
            if place.type == kind { return true }
            guard kind is AnyClass, place.type is AnyClass else { return nil }
            return place.type is Kind.Type ? true : place.isSuper(kind) ? nil : false
        }
        // A protocol is neither a class nor the type of the targets.
        rule.level = { kind is AnyClass || kind == $0.type ? .type : .protocol }
        return rule
    }

    /// The rule for what both rules or either applies to.
    ///
    /// The level of both is the narrower, that of either the wider.
    func joined(with right: PointcutRule, isEither: Bool) -> PointcutRule {
        let left = self
        var rule = PointcutRule(text: "(\(left.text) \(isEither ? "||" : "&&") \(right.text))") { place, target in
            // The answer of one side may be the answer of both.
            let first = left.answer(place, target)
            if first == isEither { return first }
            let second = right.answer(place, target)
            return second == isEither ? second : first.flatMap { _ in second }
        }
        (rule.parts, rule.isOnce) = (left.leaves + right.leaves, left.isOnce || right.isOnce)
        rule.level = { isEither ? min(left.level($0), right.level($0)) : max(left.level($0), right.level($0)) }
        rule.isGone = { isEither ? left.isGone() && right.isGone() : left.isGone() || right.isGone() }
        return rule
    }

    /// Each part with its answer for a join point.
    func reason(at place: HookPlace) -> String {
        leaves.map { "\($0.text): \(word(for: $0.answer(place, nil)))" }.joined(separator: "; ")
    }

    private var leaves: [PointcutRule] { parts.isEmpty ? [self] : parts }
}

/// The first criterion of order among hooks of one priority, from the outside in.
enum PointcutLevel: Comparable, Sendable {
    case pattern, `protocol`, type, object
}

/// A condition on targets of one type.
struct HookCondition<Target>: Sendable { let holds: @Sendable (inout Target) -> Bool }

/// Whether a name fits a pattern in which `*` matches any number of characters.
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
