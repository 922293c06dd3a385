import SignalboxCore

/// A part of a state as a topic.
///
/// A part is found by its step in the node of the whole. The whole retains it while something observes it or a part of
/// it. Its subscriptions are in the `SubscriptionList` of the state, in the order of all its observers. A change of the
/// state is converted to one of the part once, for all of them.
class StatePartNode: StateNode, @unchecked Sendable {
    private final class Identity {}

    let step: StatePartStep
    let whole: StateNode

    /// Retained, since its identity is that of the topic.
    private let identity = Identity()

    init(_ step: StatePartStep, of whole: StateNode, showing type: any Any.Type) {
        self.step = step
        self.whole = whole
        super.init(id: ObjectIdentifier(identity), showing: type)
    }

    override final var state: StateTopic? { whole.state }

    override final var key: String? { whole.name + step.name }

    override final func soleListTopic(in hub: Hub) -> Topic? { whole.soleListTopic(in: hub) }

    override final func add(_ subscription: Subscription) {
        super.add(subscription)
        attach()
    }

    override final func countEnded() {
        super.countEnded()
        detachIfUnobserved()
    }

    /// Makes sure that the whole retains it, under the lock.
    private func attach() {
        whole.attach(self)
        (whole as? StatePartNode)?.attach()
    }

    /// Lets the whole release it if nothing observes it, under the lock.
    private func detachIfUnobserved() {
        if isObserved { return }
        whole.detach(self)
        (whole as? StatePartNode)?.detachIfUnobserved()
    }
}

/// A part of a state whose types are known.
final class StatePart<Whole: Sendable, Part: Sendable & Equatable>: StatePartNode, @unchecked Sendable {
    private let part: @Sendable (Whole) -> Part

    init(_ step: StatePartStep, of whole: StateNode, _ part: @escaping @Sendable (Whole) -> Part) {
        self.part = part
        super.init(step, of: whole, showing: Part.self)
    }

    override func box(_ value: ValueAddress) -> any Sendable { value.box(as: StateChange<Part>.self) }

    override func convert(_ posting: Posting, in scope: DeliveryScope) -> Conversion? {
        var change: StateChange<Part>?
        func convert(_ whole: ValueAddress) -> Bool {
            change = partialChange(whole.read(as: StateChange<Whole>.self))
            return true
        }
        if posting.topic.with({ $0.id }) == whole.id {
            _ = convert(posting.value)
        } else {
            _ = scope.conversion(to: whole)?.lend(to: convert)
        }
        return change.map { TypedConversion($0, to: self) }
    }

    /// Returns the change of the part; `nil` if the part did not change.
    private func partialChange(_ whole: StateChange<Whole>) -> StateChange<Part>? {
        let new = part(whole.new)
        guard whole.hasBefore else { return StateChange(before: new, hasBefore: false, new: new) }
        let before = part(whole.before)
        return before == new ? nil : StateChange(before: before, hasBefore: true, new: new)
    }

    override func merge(_ new: Envelope, into old: Envelope) -> Envelope? {
        StateChange<Part>.merge(new, into: old)
    }

    override func isUnchanged(_ change: Envelope) -> Bool {
        guard let change = change.message as? StateChange<Part> else { return false }
        return change.hasBefore && change.before == change.new
    }
}

/// The step from a state, or a part of one, to a part of it.
///
/// Equal steps lead to the same part.
enum StatePartStep: Hashable, Sendable {
    /// The step along a key path.
    case path(any AnyKeyPath & Sendable)

    /// The step to the element of a collection at an index.
    case index(Int)

    /// The step to the element of a collection with an identity.
    case element(any Hashable & Sendable)

    /// The step as listings show it.
    var name: String {
        switch self {
        case .path(let path): Self.name(of: path)
        case .index(let index): "[\(index)]"
        case .element(let id): "[id: \(id)]"
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.path(let left), .path(let right)): left == right
        case (.index(let left), .index(let right)): left == right
        case (.element(let left), .element(let right)): AnyHashable(left) == AnyHashable(right)
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .path(let path): path.hash(into: &hasher)
        case .index(let index): index.hash(into: &hasher)
        case .element(let id): id.hash(into: &hasher)
        }
    }

    /// Returns the properties of a key path, such as `.address.city`.
    ///
    /// The description of a key path begins with a backslash and the name of the type, which may contain dots in brackets only. It shows
    /// the address of a computed property whose name the program does not contain.
    private static func name(of path: AnyKeyPath) -> String {
        var depth = 0
        let description = "\(path)".drop { $0 == "\\" }
        let start = description.firstIndex { character in
            if character == "<" || character == "(" || character == "[" { depth += 1 }
            if character == ">" || character == ")" || character == "]" { depth -= 1 }
            return depth == 0 && (character == "." || character == "?" || character == "!")
        }
        guard let start else { return "" }
        var name = String(description[start...])
        while let computed = name.firstRange(of: "<computed "),
            let end = name[computed.upperBound...].firstIndex(of: ">")
        {
            name.replaceSubrange(computed.lowerBound...end, with: "<computed>")
        }
        return name.hasSuffix("?") && name.count > 1 ? String(name.dropLast()) : name
    }
}
