import Dispatchers
import Foundation
import Routing
import SignalboxUI
import StateStorage

/// Puts the app together: the centers, the stored notes, the logic, and the routes.
@MainActor final class NotesModel {
    let app = Centers()
    let router = Router(origins: ["notes://"])
    let path = RoutePath<Screen>()
    private let book: NoteBook
    private let statistics: Statistics

    init() {
        book = NoteBook(app)
        statistics = Statistics(app)
        do {
            try register()
            let folder = URL.applicationSupportDirectory.appending(path: "Notes")
            try app.states.keep(.notes, .showsCount, in: FileStorage(folder))
        } catch {
            print(error)
        }
    }

    /// `notes://note/7`, `notes://settings`, and `notes://new?text=Milk` from other apps.
    private func register() throws {
        try router.register {
            $0.show("/note/:id:Int", on: path) { match in .note(try match["id", as: Int.self]) }
            $0.show("/settings", on: path, as: .onlyScreen) { _ in .settings }
            $0.on("/new", by: self) { model, match in
                model.path.screens = []
                model.book.add(match["text"] ?? "")
            }
        }
    }
}
