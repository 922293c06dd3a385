import Dispatchers
import Routing
import SignalboxUI
import SwiftUI

@main struct NotesApp: App {
    @State private var model = NotesModel()

    var body: some Scene {
        WindowGroup {
            ContentView(path: model.path)
                .opensLinks(with: model.router)
                .centers(model.app)
        }
    }
}

struct ContentView: View {
    @Bindable var path: RoutePath<Screen>

    var body: some View {
        NavigationStack(path: $path.screens) {
            ListScreen()
                .navigationDestination(for: Screen.self) { screen in
                    switch screen {
                    case .note(let id): NoteScreen(id: id) { path.screens.removeLast() }
                    case .settings: SettingsScreen()
                    }
                }
        }
    }
}
