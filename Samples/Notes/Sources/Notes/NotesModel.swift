import Dispatchers
import Foundation
import Routing
import SignalboxUI
import StateStorage

/// Puts the app together: the centers, the stored notes, the logic, and the routes.
@MainActor final class NotesModel {
    let app = Centers()
    let router = Router(origins: ["notes://"], pending: .cancelsOlder)
    let path = RoutePath<Screen>()
    private let book: NoteBook
    private let statistics: Statistics
    private var storage: FileStorage?

    init() {
        book = NoteBook(app)
        statistics = Statistics(app)
        attempt(keep)
        attempt(register)
        attempt { try path.show(stackTo: app.states[.lastLink], in: router) }
    }

    /// Stores what is shown, and waits until all changes are on disk.
    func save() async {
        app.states.set(.lastLink, to: path.screens.last?.link ?? "notes://")
        do { try await storage?.flush() } catch { print(error) }
    }

    private func keep() throws {
        let storage = try FileStorage(URL.applicationSupportDirectory.appending(path: "Notes"))
        try app.states.keep(.notes, .showsCount, .lastLink, in: storage)
        self.storage = storage
    }

    /// `notes://note/7`, `notes://settings`, and `notes://new?text=Milk` from other apps.
    private func register() throws {
        let exists = Guard("existing note", by: self) { model, match in
            let id = try match["id", as: Int.self]
            return model.app.states[.notes].all.contains { $0.id == id } ? .proceed : .redirect(to: "/")
        }
        router.block(by: self) { model, url in model.path.screens.isEmpty || !model.app.states[.staysOpen] }
        try router.register {
            $0.on("/", by: path) { path, _ in path.screens = [] }
            $0.show("/note/:id:Int", on: path, guards: [exists]) { match in .note(try match["id", as: Int.self]) }
            $0.show("/settings", on: path, as: .onlyScreen) { _ in .settings }
            $0.on("/new", by: self) { model, match in model.book.add(match["text"] ?? "") }
        }
    }

    private func attempt(_ work: () throws -> Void) {
        do { try work() } catch { print(error) }
    }
}
