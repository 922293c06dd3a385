/// The condition of a pointcut, without the type of its targets.
indirect enum PointcutRule: Sendable {
    case always
    case onMainActor
    case named(NamePattern)
    case kind(PointcutKind)
    case object(PointcutObject, any Sendable)
    case predicate(@Sendable (Any) -> Bool, any Sendable)
    case and(PointcutRule, PointcutRule)
    case or(PointcutRule, PointcutRule)
    case not(PointcutRule)

    /// Whether the rule holds, or `nil` where that depends on what is not given.
    ///
    /// It is asked about a join point alone, and about one call, whose target it gets.
    func answer(at place: HookPlace, of target: Any? = nil) -> Bool? {
        switch self {
        case .always: return true
        case .onMainActor: return place.isOnMainActor
        case .named(let pattern):
            return pattern.matches(place.name) || pattern.matches("\(place.type.name).\(place.name)")
        case .kind(let kind): return target.map(kind.contains) ?? kind.containsTargets(of: place)
        case .object(let object, _): return target.map(object.isIdentical)
        case .predicate(let predicate, _): return target.map(predicate)
        case .not(let rule): return rule.answer(at: place, of: target).map(!)
        case .and(let left, let right), .or(let left, let right):
            // The answer of one side that is the answer of both.
            let decisive = if case .or = self { true } else { false }
            let first = left.answer(at: place, of: target)
            if first == decisive { return decisive }
            let second = right.answer(at: place, of: target)
            if second == decisive { return decisive }
            return first == nil || second == nil ? nil : !decisive
        }
    }

    /// Whether it holds for every call.
    var isAlways: Bool { if case .always = self { true } else { false } }

    /// The object, if it names a single one.
    var object: PointcutObject? { if case .object(let object, _) = self { object } else { nil } }

    /// The `HookCondition` on the type of its targets, if it is no more than that.
    var condition: (any Sendable)? {
        switch self {
        case .object(_, let condition), .predicate(_, let condition): condition
        default: nil
        }
    }

    /// Whether it can never hold again.
    var isObjectGone: Bool {
        switch self {
        case .object(let object, _): object.isGone
        case .and(let left, let right): left.isObjectGone || right.isObjectGone
        case .or(let left, let right): left.isObjectGone && right.isObjectGone
        default: false
        }
    }

    /// The level of hooks with this rule; of `&&` the narrower side counts, of `||` the wider.
    func level(at place: HookPlace) -> PointcutLevel {
        switch self {
        case .kind(let kind): kind.level(at: place)
        case .object: .object
        case .and(let left, let right): max(left.level(at: place), right.level(at: place))
        case .or(let left, let right): min(left.level(at: place), right.level(at: place))
        default: .pattern
        }
    }
}

extension PointcutRule: CustomStringConvertible {
    var description: String {
        switch self {
        case .always: "all"
        case .onMainActor: "on the main actor"
        case .named(let pattern): "named \(pattern.text)"
        case .kind(let kind): "\(kind.isExact ? "exactly" : "kind of") \(kind.type.name)"
        case .object: "one object"
        case .predicate: "a condition"
        case .and(let left, let right): "(\(left) && \(right))"
        case .or(let left, let right): "(\(left) || \(right))"
        case .not(let rule): "!\(rule)"
        }
    }
}

/// The first criterion of order among hooks of one priority, from the outside in.
enum PointcutLevel: Int, Comparable, Sendable {
    case pattern, `protocol`, type, object

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A condition on targets of one type.
struct HookCondition<Target>: Sendable {
    let holds: @Sendable (Target) -> Bool
}

/// A type, with casts to it that need no generic parameter.
struct HookedType: Sendable {
    let type: Any.Type

    /// Whether a value is of the type.
    let contains: @Sendable (Any) -> Bool

    private let isSuperOf: @Sendable (Any.Type) -> Bool

    init<Kind>(_ type: Kind.Type) {
        self.type = type
        contains = { $0 is Kind }
        isSuperOf = { $0 is Kind.Type }
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }
    var name: String { "\(type)" }
    var isClass: Bool { type is AnyClass }

    /// Whether another type is this one or a subclass of it; `false` for protocols.
    func isSuper(_ other: HookedType) -> Bool { isSuperOf(other.type) }
}

/// A type in a pointcut: the type itself or, unless it is exact, its subclasses and conformers as well.
struct PointcutKind: Sendable {
    let type: HookedType
    let isExact: Bool

    func contains(_ target: Any) -> Bool { isExact ? Swift.type(of: target) == type.type : type.contains(target) }

    /// Whether it contains the targets of a join point, as far as their static type says.
    func containsTargets(of place: HookPlace) -> Bool? {
        if place.type.id == type.id, !isExact { return true }
        guard type.isClass, place.type.isClass else { return nil }
        if type.isSuper(place.type) { return isExact ? nil : true }
        return place.type.isSuper(type) ? nil : false
    }

    /// A protocol is neither a class nor the type of the targets.
    func level(at place: HookPlace) -> PointcutLevel {
        type.isClass || isExact || type.id == place.type.id ? .type : .protocol
    }
}

extension PointcutObject {
    /// Whether a target is the object; `as AnyObject` alone would box what is no object.
    func isIdentical(to target: Any) -> Bool {
        type(of: target) is AnyClass && ObjectIdentifier(target as AnyObject) == id
    }
}

/// A name in which `*` stands for any number of characters.
struct NamePattern: Sendable, Hashable {
    let text: String

    /// Whether the whole name fits.
    ///
    /// A star takes what precedes the first occurrence of what follows it; the last takes the rest. Linear in practice.
    func matches(_ name: String) -> Bool {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == name }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.indices.first(where: { rest[$0...].hasPrefix(part) }) else { return false }
            rest = rest[found...].dropFirst(part.count)
        }
        return rest.hasSuffix(last)
    }
}
