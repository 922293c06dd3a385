/// Which quirks are on, and which of them an answer hangs on.
final class JLSwitches {
    private let on: Set<JLQuirk>

    /// The quirks that were asked about: turning any other would not change the answer.
    private(set) var asked: Set<JLQuirk> = []

    init(_ on: some Sequence<JLQuirk>) {
        self.on = Set(on)
    }

    subscript(quirk: JLQuirk) -> Bool {
        asked.insert(quirk)
        return on.contains(quirk)
    }
}
