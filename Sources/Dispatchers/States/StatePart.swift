import SignalboxCore

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

    override func merge(_ new: PendingMessage, into old: PendingMessage) -> PendingMessage? {
        StateChange<Part>.merge(new, into: old)
    }

    override func isUnchanged(_ change: PendingMessage) -> Bool {
        guard let change = change.message as? StateChange<Part> else { return false }
        return change.hasBefore && change.before == change.new
    }
}
