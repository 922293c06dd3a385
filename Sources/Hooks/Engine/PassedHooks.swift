/// The hooks that a call has passed on its way in, which it meets again on its way out, the last first.
struct PassedHooks {
    /// A mark that a hook takes part in the call.
    struct Note {
        fileprivate let index: Int

        /// The part of the advice that is left to run.
        let ending: HookEnding?
    }

    /// The index of the first hook that the call has not passed.
    var position: Int

    private let start: Int

    /// The notes on hooks that apply to some targets only, or that have an ending; the others need none.
    private var notes: [Note] = []

    /// Begins the way in at a hook.
    init(from start: Int) {
        self.start = start
        position = start
    }

    /// Notes that the hook passed last takes part.
    mutating func note(_ ending: HookEnding? = nil) { notes.append(Note(index: position - 1, ending: ending)) }

    /// Returns the next hook on the way out, and the note on it.
    mutating func next() -> (index: Int, note: Note?)? {
        guard position > start else { return nil }
        position -= 1
        return (position, notes.last?.index == position ? notes.removeLast() : nil)
    }
}
