/// The calls that a hook concerns: by type, by protocol, by name, by object, and any combination.
///
/// It narrows the hooks of one join point, with typed arguments:
///
/// ```swift
/// let gifts = Cart.adding.before(on: .kind(of: GiftCart.self) && !.object(mine)) { cart, call in print(call.item) }
/// ```
///
/// And it hooks by itself all join points that it matches, with typed targets alone, also those that no call has reached
/// yet:
///
/// ```swift
/// let tracking = Pointcut<any Screen>.named("appear*").after { screen, call, _ in print(call.name, call.arguments) }
/// ```
///
/// Advice runs where each call does, so that it touches no isolated state, also when it is written in a class of the main
/// actor. Advice that does is marked, `{ @MainActor screen, call in … }`, and concerns join points of the main actor alone.
public struct Pointcut<Target>: Sendable {
    private(set) var rule: PointcutRule

    /// Every call on a target of this type.
    public static var all: Pointcut { Pointcut(rule: .all) }

    /// Methods of this name, in which `*` stands for any characters; either the name alone or after its type and a dot.
    public static func named(_ pattern: String) -> Pointcut {
        let names = NamePattern(text: pattern)
        return Pointcut(
            rule: PointcutRule(text: "named \(pattern)") { place, _ in
                names.matches(place.name) || names.matches("\(place.type.name).\(place.name)")
            })
    }

    /// Targets of a type and its subclasses, or with `(any P).self` of all types that conform to a protocol.
    public static func kind<Kind>(of kind: Kind.Type) -> Pointcut { Pointcut(rule: .kind(kind, isExact: false)) }

    /// Targets of exactly this type.
    public static func exactly<Kind>(_ kind: Kind.Type) -> Pointcut { Pointcut(rule: .kind(kind, isExact: true)) }

    /// One object, which is not kept alive; a later one at its address is not taken for it.
    public static func object(_ object: Target) -> Pointcut where Target: AnyObject {
        let object = WeakObject(object)
        var pointcut = when { ObjectIdentifier($0) == object.id }
        pointcut.rule.text = "one object"
        pointcut.rule.level = { _ in .object }
        pointcut.rule.isGone = { object.isGone }
        return pointcut
    }

    /// Targets that meet a condition, which is asked in each call before the hook would run.
    public static func when(_ condition: @escaping @Sendable (Target) -> Bool) -> Pointcut {
        Pointcut(
            rule: PointcutRule(text: "a condition", condition: HookCondition(holds: condition)) { _, target in
                target.map { ($0 as? Target).map(condition) ?? false }
            })
    }

    /// The calls that both concern.
    public static func && (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: left.rule.joined(with: right.rule, isEither: false))
    }

    /// The calls that either concerns.
    public static func || (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: left.rule.joined(with: right.rule, isEither: true))
    }

    /// The calls that it does not concern.
    public static prefix func ! (pointcut: Pointcut) -> Pointcut {
        let rule = pointcut.rule
        return Pointcut(rule: PointcutRule(text: "!\(rule.text)") { rule.answer($0, $1).map(!) })
    }
}

extension Pointcut: CustomStringConvertible {
    /// The pointcut as it is written, but for quotation marks.
    public var description: String { rule.text }
}

extension Pointcut {
    /// The rule for join points of any target, with the isolation that advice needs: it includes the type of the target.
    func ownRule(on isolation: (any Actor)?) -> PointcutRule {
        let kind = PointcutRule.kind(Target.self, isExact: false)
        var rule = rule
        if Target.self != Any.self { rule = rule.isAlways ? kind : kind.joined(with: rule, isEither: false) }
        guard let isolation else { return rule }
        precondition(isolation === MainActor.shared, "Advice of a pointcut runs anywhere or on the main actor.")
        return PointcutRule(text: "on the main actor") { place, _ in place.isOnMainActor }
            .joined(with: rule, isEither: false)
    }

    /// The join points reached so far, each with whether the pointcut's hooks concern it and why, by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing. Whether a type conforms to a protocol
    /// is asked of the targets of calls: "depends on the target".
    public func explain() -> [PointcutExplanation] {
        let rule = ownRule(on: nil)
        return HookRegistry.shared.places.map { place in
            PointcutExplanation(
                joinPoint: "\(place)", isMatch: rule.answer(place, nil), reason: rule.reason(at: place),
                isOnMainActor: place.isOnMainActor)
        }
    }
}

/// What a pointcut means for one join point.
public struct PointcutExplanation: Sendable {
    /// The join point, with its place.
    public let joinPoint: String

    /// Whether every call is concerned, or none; `nil` when it depends on the target.
    public let isMatch: Bool?

    /// Each part of the pointcut with what it comes to here.
    public let reason: String

    /// Whether calls run on the main actor: advice that is marked `@MainActor` runs at these join points alone.
    public let isOnMainActor: Bool
}

extension PointcutExplanation: CustomStringConvertible {
    /// One line.
    public var description: String {
        let exception = isMatch == false || isOnMainActor ? "" : "; not for advice of the main actor"
        return "\(joinPoint): \(word(for: isMatch)), as \(reason)\(exception)"
    }
}

/// An answer as explanations write it.
func word(for answer: Bool?) -> String { answer.map { $0 ? "yes" : "no" } ?? "depends on the target" }
