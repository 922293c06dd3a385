/// The condition of a pointcut, without the type of its targets.
struct PointcutRule: Sendable {
    /// The rule as it is written.
    var text: String

    /// What it consists of, if that is explained part by part.
    private var parts: [PointcutRule] = []

    /// The level of its hooks at a join point.
    var level: @Sendable (HookPlace) -> PointcutLevel = { _ in .pattern }

    /// Whether it can never hold again.
    var isGone: @Sendable () -> Bool = { false }

    /// The `HookCondition` on the type of its targets, if it is no more than that.
    let condition: (any Sendable)?

    /// Whether it holds, or `nil` where that depends on the target and none is given.
    let answer: @Sendable (HookPlace, Any?) -> Bool?

    init(
        text: String, condition: (any Sendable)? = nil, _ answer: @escaping @Sendable (HookPlace, Any?) -> Bool?
    ) {
        (self.text, self.condition, self.answer) = (text, condition, answer)
    }

    static let all = PointcutRule(text: "all") { _, _ in true }

    /// Whether it holds for every call.
    var isAlways: Bool { text == Self.all.text }

    /// Targets of a type: exactly that or, otherwise, its subclasses and conformers as well.
    static func kind<Kind>(_ kind: Kind.Type, isExact: Bool) -> PointcutRule {
        let type = HookedType(kind)
        var rule = PointcutRule(text: "\(isExact ? "exactly" : "kind of") \(kind)") { place, target in
            if let target { return isExact ? Swift.type(of: target) == kind : target is Kind }
            if place.type.id == type.id, !isExact { return true }
            guard type.isClass, place.type.isClass else { return nil }
            if type.isSuper(place.type) { return isExact ? nil : true }
            return place.type.isSuper(type) ? nil : false
        }
        // A protocol is neither a class nor the type of the targets.
        rule.level = { type.isClass || isExact || type.id == $0.type.id ? .type : .protocol }
        return rule
    }

    /// What both rules or either concerns; of both the narrower level counts, of either the wider.
    func joined(with right: PointcutRule, isEither: Bool) -> PointcutRule {
        let left = self
        var rule = PointcutRule(text: "(\(left.text) \(isEither ? "||" : "&&") \(right.text))") { place, target in
            // The answer of one side may be the answer of both.
            let first = left.answer(place, target)
            if first == isEither { return isEither }
            let second = right.answer(place, target)
            if second == isEither { return isEither }
            return first == nil || second == nil ? nil : !isEither
        }
        rule.parts = left.leaves + right.leaves
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
