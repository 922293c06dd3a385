/// The advisors of one join point, behind its lock.
///
/// A hook is over when its registration or its owner is. It is then taken out: at once where it was cancelled, else at
/// the next call that finds it or when as many were added as there had been. Everything is released outside of the lock.
final class HookStore: Sendable {
    typealias Advisors = Registry<HookTopic, Advisor>

    let registry = Protected(Advisors())

    /// Ends these hooks.
    func end(_ keys: [Advisors.Key]) {
        for advisor in registry.withLock({ $0.removeAll(keys) }) { advisor.end() }
    }

    /// Ends what an owner registered.
    func end(ownedBy owner: ObjectIdentifier) {
        for advisor in registry.withLock({ $0.removeAll(ownedBy: owner) }) { advisor.end() }
    }

    /// Takes out what is over, once as much was added as a look at everything costs.
    func sweepIfDue() {
        let candidates = registry.withLock { registry in
            guard registry.isSweepDue else { return [Advisors.Entry]() }
            return registry.all
        }
        guard !candidates.isEmpty else { return }
        end(candidates.filter(\.element.isOver).map(\.key))
        registry.withLock { $0.didSweep() }
    }
}
