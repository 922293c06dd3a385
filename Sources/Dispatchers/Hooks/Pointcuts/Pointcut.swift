/// Which calls a hook concerns: by type, by protocol, by name, by object, and any combination.
///
/// It narrows the hooks of one join point, whose targets it is typed in:
///
/// ```swift
/// let gifts = Cart.adding.before(on: .kind(of: GiftCart.self) && !.object(mine)) { cart, call in print(call.item) }
/// ```
///
/// And it hooks by itself whatever join points it matches, typed in their targets alone, also those that nobody has
/// reached yet:
///
/// ```swift
/// let tracking = Pointcut<any Screen>.named("appear*").after { screen, call in print(screen.title, call.name) }
/// ```
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

    /// Targets for which this is true when the call begins.
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
    /// The join points reached so far, each with whether the pointcut's hooks concern it and why, by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing.
    public func explain() -> [PointcutExplanation] {
        let rule = ownRule(on: nil)
        return HookBoard.shared.places.map { place in
            PointcutExplanation(
                joinPoint: "\(place)", isMatch: rule.decide(at: place, of: nil), reason: rule.reason(at: place))
        }
    }

    /// The pointcut itself, if it may concern a join point reached so far.
    ///
    /// - Throws: `PointcutError` when it concerns none: most likely its name is misspelt.
    public func required() throws(PointcutError) -> Pointcut {
        guard explain().contains(where: { $0.isMatch != false }) else {
            throw PointcutError(pointcut: description)
        }
        return self
    }

    /// What it says about join points of any target: also that the target is one of its own.
    func ownRule(on isolation: (any Actor)?) -> PointcutRule {
        var rule = rule
        if Target.self != Any.self { rule = rule.isAlways ? .kind(kind) : .and(.kind(kind), rule) }
        guard let isolation else { return rule }
        precondition(isolation === MainActor.shared, "A pointcut's advice runs anywhere or on the main actor")
        return .and(.onMainActor, rule)
    }

    private var kind: PointcutKind { PointcutKind(of: Target.self) }
}

/// What a pointcut means for one join point.
public struct PointcutExplanation: Sendable {
    /// The join point, with its place.
    public let joinPoint: String

    /// Whether every call is concerned, or none; `nil` when it depends on the target.
    public let isMatch: Bool?

    /// Each part of the pointcut with what it comes to here.
    public let reason: String
}

extension PointcutExplanation: CustomStringConvertible {
    /// One line.
    public var description: String {
        "\(joinPoint): \(isMatch.map { $0 ? "yes" : "no" } ?? "depends on the target"), as \(reason)"
    }
}

/// That a pointcut concerns nothing.
public struct PointcutError: Error, Hashable {
    /// The pointcut, as it describes itself.
    public let pointcut: String
}

extension PointcutError: CustomStringConvertible {
    /// One sentence for a developer.
    public var description: String { "No join point reached so far is concerned by \(pointcut)." }
}

extension PointcutRule {
    /// Each part with its answer for a join point.
    fileprivate func reason(at place: HookPlace) -> String {
        switch self {
        case .and(let left, let right), .or(let left, let right):
            "\(left.reason(at: place)); \(right.reason(at: place))"
        case .not(let rule): "not (\(rule.reason(at: place)))"
        default: "\(self): \(decide(at: place, of: nil).map { $0 ? "yes" : "no" } ?? "depends on the target")"
        }
    }
}
