/// What a pointcut says, without the type of its owners.
///
/// It is asked three times: about a join point alone, about a type of targets, of which it sees the first, and about the
/// target of one call. The answer is `nil` where the target's type, or the target itself, makes the difference.
indirect enum PointcutRule: Sendable {
    case always
    case onMainActor
    case named(NamePattern)
    case kind(PointcutKind)
    case object(PointcutObject)
    case predicate(@Sendable (Any) -> Bool)
    case and(PointcutRule, PointcutRule)
    case or(PointcutRule, PointcutRule)
    case not(PointcutRule)

    /// Whether nothing needs to be asked.
    var isAlways: Bool { if case .always = self { true } else { false } }

    /// The object, if the rule is that of a single object.
    var object: ObjectIdentifier? { if case .object(let object) = self { object.id } else { nil } }

    /// Whether it can never be true again.
    var isObjectGone: Bool {
        switch self {
        case .object(let object): object.isGone
        case .and(let left, let right): left.isObjectGone || right.isObjectGone
        case .or(let left, let right): left.isObjectGone && right.isObjectGone
        default: false
        }
    }

    /// Whether the join point, and the type of a target if one is given, decide.
    func decide(at place: HookPlace, of sample: Any?) -> Bool? {
        switch self {
        case .always: true
        case .named(let pattern): pattern.matches(place.name) || pattern.matches("\(place.target).\(place.name)")
        case .onMainActor: place.isOnMainActor
        case .kind(let kind): sample.map(kind.accepts) ?? kind.accepts(targetsOf: place)
        case .object, .predicate: nil
        case .and(let left, let right): both(left.decide(at: place, of: sample), right.decide(at: place, of: sample))
        case .or(let left, let right):
            both(left.decide(at: place, of: sample).map(!), right.decide(at: place, of: sample).map(!)).map(!)
        case .not(let rule): rule.decide(at: place, of: sample).map(!)
        }
    }

    /// Whether the type of a target makes a difference.
    var asksForTypes: Bool {
        switch self {
        case .kind: true
        case .and(let left, let right), .or(let left, let right): left.asksForTypes || right.asksForTypes
        case .not(let rule): rule.asksForTypes
        case .always, .onMainActor, .named, .object, .predicate: false
        }
    }

    /// Whether it concerns a call on this target.
    func concerns(_ target: Any, at place: HookPlace) -> Bool {
        switch self {
        case .always, .onMainActor, .named, .kind: decide(at: place, of: target) ?? false
        case .object(let object): object.isIdentical(to: target)
        case .predicate(let predicate): predicate(target)
        case .and(let left, let right): left.concerns(target, at: place) && right.concerns(target, at: place)
        case .or(let left, let right): left.concerns(target, at: place) || right.concerns(target, at: place)
        case .not(let rule): !rule.concerns(target, at: place)
        }
    }

    /// Whether it ranges over types that are not each other's, so that a method and its override count as one.
    var isWide: Bool { level(of: nil) <= .protocol }

    /// The level of hooks with this rule; of `&&` the narrower side counts, of `||` the wider.
    func level(of sample: Any?) -> PointcutLevel {
        switch self {
        case .always, .onMainActor, .named, .predicate, .not: .pattern
        case .kind(let kind): kind.level(of: sample)
        case .object: .object
        case .and(let left, let right): max(left.level(of: sample), right.level(of: sample))
        case .or(let left, let right): min(left.level(of: sample), right.level(of: sample))
        }
    }
}

/// What the order of hooks of one priority depends on first, from the outside in.
enum PointcutLevel: Int, Comparable, Sendable {
    case pattern, `protocol`, type, object

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// `&&` of three values.
private func both(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == nil || right == nil ? nil : true
}

/// A name in which `*` stands for any number of characters.
struct NamePattern: Sendable, Hashable {
    let text: String

    /// Whether the whole name fits.
    ///
    /// A star takes what lies before the first occurrence of what follows it; the last takes the rest. Linear in practice.
    func matches(_ name: String) -> Bool {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return text == name }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstIndex(of: part) else { return false }
            rest = rest[found...].dropFirst(part.count)
        }
        return rest.hasSuffix(last)
    }
}

extension Substring {
    /// Where a text first occurs.
    fileprivate func firstIndex(of text: Substring) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
