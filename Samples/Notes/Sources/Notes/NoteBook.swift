import Dispatchers
import Hooks

/// The logic, which no screen knows.
@MainActor final class NoteBook: NoteKeeping, Summarizing {
    static let adding = MainActorJoinPoint<NoteBook, String, Void>("add(_:)")

    private let states: ObserverCenter
    private let messages: MessageCenter

    init(_ app: Centers) {
        states = app.states
        messages = app.messages
        app.calls.register((any NoteKeeping).self, by: self) { $0 }
        app.calls.register((any Summarizing).self, by: self) { $0 }
    }

    var summary: String { "\(states[.notes].all.count) notes" }

    func add(_ text: String) {
        Self.adding(self, text) { text in
            let id = (states[.notes].all.map(\.id).max() ?? 0) + 1
            states.update(.notes) { $0.all.append(Note(id: id, text: text)) }
        }
    }

    func delete(_ id: Int) {
        guard let note = states[.notes].all.first(where: { $0.id == id }) else { return }
        states.update(.notes) { $0.all.removeAll { $0.id == id } }
        messages.post(NoteDeleted(title: note.title))
    }
}
