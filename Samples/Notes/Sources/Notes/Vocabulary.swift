import Dispatchers

nonisolated struct Note: Sendable, Hashable, Codable, Identifiable {
    let id: Int
    var text = ""

    var title: String { text.split(separator: "\n").first.map { String($0) } ?? "New note" }
}

nonisolated struct Notes: Sendable, Equatable, Codable {
    var all: [Note] = []

    /// The text of a note, which is a part of the state and can be bound.
    subscript(textOf id: Int) -> String {
        get { all.first { $0.id == id }?.text ?? "" }
        set {
            guard let index = all.firstIndex(where: { $0.id == id }) else { return }
            all[index].text = newValue
        }
    }
}

/// States: what is true now.
nonisolated extension StateKeys {
    static let notes = StateKey("notes", default: Notes())
    static let showsCount = StateKey("showsCount", default: true)
    static let staysOpen = StateKey("staysOpen", default: false)
    static let lastLink = StateKey("lastLink", default: "notes://")
}

/// A message: what happened.
nonisolated struct NoteDeleted: Sendable { let title: String }

/// Calls: what a screen asks for, without knowing the receiver.
@MainActor protocol NoteKeeping {
    func add(_ text: String)
    func delete(_ id: Int)
}

@MainActor protocol Summarizing { var summary: String { get } }

/// The screens that routes lead to.
nonisolated enum Screen: Sendable, Hashable {
    case note(Int)
    case settings

    var link: String { if case .note(let id) = self { "notes://note/\(id)" } else { "notes://settings" } }
}
