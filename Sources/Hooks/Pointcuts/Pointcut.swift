/// Which calls a hook concerns: by type, by protocol, by name, by object, and any combination.
///
/// It narrows the hooks of one join point, whose targets it is typed in:
///
/// ```swift
/// let gifts = Cart.adding.before(on: .kind(of: GiftCart.self) && !.object(mine)) { cart, call in print(call.item) }
/// ```
///
/// And it hooks by itself all join points that it matches, typed in their targets alone, also those that no call has
/// reached yet:
///
/// ```swift
/// let tracking = Pointcut<any Screen>.named("appear*").after { screen, call in print(call.name, call.arguments) }
/// ```
///
/// Advice runs where each call does, so that it touches no isolated state, also when it is written in a class of the main
/// actor. Advice that does is marked, `{ @MainActor screen, call in … }`, and concerns join points of the main actor alone.
public struct Pointcut<Target>: Sendable {
    let rule: PointcutRule

    /// Every call on a target of this type.
    public static var all: Pointcut { Pointcut(rule: .always) }

    /// Methods of this name, in which `*` stands for any characters; either the name alone or behind its type and a dot.
    public static func named(_ pattern: String) -> Pointcut {
        Pointcut(rule: .named(NamePattern(text: pattern)))
    }

    /// Targets of a type and its subclasses, or with `(any P).self` all that conform to a protocol.
    public static func kind<Kind>(of kind: Kind.Type) -> Pointcut { Pointcut(rule: .kind(PointcutKind(of: kind))) }

    /// Targets of this very type.
    public static func exactly<Kind>(_ kind: Kind.Type) -> Pointcut {
        Pointcut(rule: .kind(PointcutKind(exactly: kind)))
    }

    /// One object, which is not kept alive; another at its address is not taken for it.
    public static func object(_ object: Target) -> Pointcut where Target: AnyObject {
        Pointcut(rule: .object(PointcutObject(object)))
    }

    /// Targets for which this is true when it is the hook's turn in a call.
    public static func when(_ condition: @escaping @Sendable (Target) -> Bool) -> Pointcut {
        Pointcut(rule: .predicate { ($0 as? Target).map(condition) ?? false })
    }

    /// What concerns both.
    public static func && (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: .and(left.rule, right.rule))
    }

    /// What concerns either.
    public static func || (left: Pointcut, right: Pointcut) -> Pointcut {
        Pointcut(rule: .or(left.rule, right.rule))
    }

    /// What does not concern it.
    public static prefix func ! (pointcut: Pointcut) -> Pointcut { Pointcut(rule: .not(pointcut.rule)) }
}

extension Pointcut: CustomStringConvertible {
    /// As it is written, but for quotation marks.
    public var description: String { rule.description }
}

extension PointcutRule: CustomStringConvertible {
    var description: String {
        switch self {
        case .always: "all"
        case .onMainActor: "on the main actor"
        case .named(let pattern): "named \(pattern.text)"
        case .kind(let kind): kind.name
        case .object: "one object"
        case .predicate: "a condition"
        case .and(let left, let right): "(\(left) && \(right))"
        case .or(let left, let right): "(\(left) || \(right))"
        case .not(let rule): "!\(rule)"
        }
    }
}

extension Pointcut {
    /// What it says about join points of any target: also that the target is one of its own.
    func ownRule(on isolation: (any Actor)?) -> PointcutRule {
        let kind = PointcutKind(of: Target.self)
        var rule = rule
        if Target.self != Any.self { rule = rule.isAlways ? .kind(kind) : .and(.kind(kind), rule) }
        guard let isolation else { return rule }
        precondition(isolation === MainActor.shared, "A pointcut's advice runs anywhere or on the main actor")
        return .and(.onMainActor, rule)
    }
}
