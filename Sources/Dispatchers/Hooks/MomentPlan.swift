/// The hooks that concern one moment of one type of component, outermost first.
final class MomentPlan<Payload> {
    let hooks: [MomentHook<Payload>]

    /// Picks the hooks that concern a component, and lays those on its very type inside the wider ones.
    ///
    /// The candidates come in the order of priority and registration.
    init(_ candidates: [(priority: Int, hook: (any Perishable)?)], for component: Any, of type: Any.Type) {
        var wide: [(priority: Int, hook: MomentHook<Payload>)] = []
        var exact = wide
        for (priority, hook) in candidates {
            guard let hook = hook as? MomentHook<Payload>, hook.concerns(component) else { continue }
            if hook.isExact(for: type) { exact.append((priority, hook)) } else { wide.append((priority, hook)) }
        }
        var ordered: [MomentHook<Payload>] = []
        var outer = wide[...]
        for inner in exact {
            let before = outer.prefix { $0.priority >= inner.priority }
            ordered += before.map(\.hook) + [inner.hook]
            outer = outer.dropFirst(before.count)
        }
        hooks = ordered + outer.map(\.hook)
    }
}
