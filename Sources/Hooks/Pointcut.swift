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
    let rule: PointcutRule

    /// Every call on a target of this type.
    public static var all: Pointcut { Pointcut(rule: .always) }

    /// Methods of this name, in which `*` stands for any characters; either the name alone or after its type and a dot.
    public static func named(_ pattern: String) -> Pointcut {
        Pointcut(rule: .named(NamePattern(text: pattern)))
    }

    /// Targets of a type and its subclasses, or with `(any P).self` of all types that conform to a protocol.
    public static func kind<Kind>(of kind: Kind.Type) -> Pointcut {
        Pointcut(rule: .kind(PointcutKind(type: HookedType(kind), isExact: false)))
    }

    /// Targets of exactly this type.
    public static func exactly<Kind>(_ kind: Kind.Type) -> Pointcut {
        Pointcut(rule: .kind(PointcutKind(type: HookedType(kind), isExact: true)))
    }

    /// One object, which is not kept alive; a later one at its address is not taken for it.
    public static func object(_ object: Target) -> Pointcut where Target: AnyObject {
        let object = PointcutObject(object)
        let condition = HookCondition<Target> { ObjectIdentifier($0) == object.id }
        return Pointcut(rule: .object(object, condition))
    }

    /// Targets that meet a condition, which is asked in each call before the hook would run.
    public static func when(_ condition: @escaping @Sendable (Target) -> Bool) -> Pointcut {
        Pointcut(rule: .predicate({ ($0 as? Target).map(condition) ?? false }, HookCondition(holds: condition)))
    }

    /// The calls that both concern.
    public static func && (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: .and(left.rule, right.rule))
    }

    /// The calls that either concerns.
    public static func || (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: .or(left.rule, right.rule))
    }

    /// The calls that it does not concern.
    public static prefix func ! (pointcut: Pointcut) -> Pointcut { Pointcut(rule: .not(pointcut.rule)) }
}

extension Pointcut: CustomStringConvertible {
    /// The pointcut as it is written, but for quotation marks.
    public var description: String { rule.description }
}

extension Pointcut {
    /// The rule for join points of any target, with the isolation that advice needs: it includes the type of the target.
    func ownRule(on isolation: (any Actor)?) -> PointcutRule {
        let kind = PointcutRule.kind(PointcutKind(type: HookedType(Target.self), isExact: false))
        var rule = rule
        if Target.self != Any.self { rule = rule.isAlways ? kind : .and(kind, rule) }
        guard let isolation else { return rule }
        precondition(isolation === MainActor.shared, "Advice of a pointcut runs anywhere or on the main actor.")
        return .and(.onMainActor, rule)
    }
}

extension Pointcut {
    /// The join points reached so far, each with whether the pointcut's hooks concern it and why, by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing. Whether a type conforms to a protocol
    /// is asked of the targets of calls: "depends on the target".
    public func explain() -> [PointcutExplanation] {
        let rule = ownRule(on: nil)
        return HookRegistry.shared.places.map { place in
            PointcutExplanation(
                joinPoint: "\(place)", isMatch: rule.answer(at: place), reason: rule.reason(at: place),
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
        let match = isMatch.map { $0 ? "yes" : "no" } ?? "depends on the target"
        let exception = isMatch == false || isOnMainActor ? "" : "; not for advice of the main actor"
        return "\(joinPoint): \(match), as \(reason)\(exception)"
    }
}

extension PointcutRule {
    /// Each part with its answer for a join point.
    fileprivate func reason(at place: HookPlace) -> String {
        switch self {
        case .and(let left, let right), .or(let left, let right):
            return "\(left.reason(at: place)); \(right.reason(at: place))"
        case .not(let rule): return "not (\(rule.reason(at: place)))"
        default:
            let answer = answer(at: place).map { $0 ? "yes" : "no" }
            return "\(self): \(answer ?? "depends on the target")"
        }
    }
}
