/// The hooks that take part in one call, outermost first.
///
/// It was fixed when the call began; what was ended since is passed over. A copy goes the same way again, as `proceed`
/// needs when it is called twice.
struct Onion {
    private var layers: ArraySlice<HookStore.Advisors.Entry>

    /// Lays the hooks of one object inside those of all: by priority, then level, then order of registration.
    ///
    /// Both come in the order of their keys.
    init(
        _ all: [HookStore.Advisors.Entry], around own: [HookStore.Advisors.Entry]
    ) {
        guard !own.isEmpty else {
            layers = all[...]
            return
        }
        var merged: [HookStore.Advisors.Entry] = []
        merged.reserveCapacity(all.count + own.count)
        var rest = all[...]
        for entry in own {
            while let outer = rest.first, outer.key.priority >= entry.key.priority {
                merged.append(rest.removeFirst())
            }
            merged.append(entry)
        }
        layers = (merged + rest)[...]
    }

    /// The next advice to run, and a step inwards.
    mutating func next<Advice: AnyObject>(as type: Advice.Type) -> Advice? {
        while let layer = layers.popFirst() {
            if let advice = layer.element.adviceToStart { return advice as? Advice }
        }
        return nil
    }
}
