extension StateCell {
    /// Takes the value that the center above has now; `false` once the state was set here.
    func inherit(_ new: Value, _ context: SetContext, in center: ObserverCenter) -> Bool {
        var (old, effects) = (new, StateEffects())
        let isInherited = lock.withLock { _ in
            if source == .own { return false }
            swap(&current, &old)
            note(from: old, as: .inherited, context, center.queueLimit, &effects)
            return true
        }
        finish(effects, StateChange(from: old, to: new), context, in: center)
        return isInherited
    }

    /// Whether the caller has to let it follow the center above.
    func beginFollowing() -> Bool {
        lock.withLock { _ in
            guard source == .unset else { return false }
            source = .awaited
            return true
        }
    }

    /// Takes the value of the center above, if observers wait for it that must receive it before a change that is made here.
    func catchUp(in center: ObserverCenter) {
        guard let parent = center.parent, lock.withLock({ _ in source == .awaited }) else { return }
        // In the closure of an update of the center above it has no value to receive.
        guard let value = parent.availableValue(of: root) else { return }
        _ = inherit(value, center.currentContext(), in: center)
    }
}
