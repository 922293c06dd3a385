import SignalboxUI
import SwiftUI

@main struct NotesApp: App {
    @State private var model = NotesModel()
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup {
            ContentView(path: model.path)
                .opensLinks(with: model.router)
                .centers(model.app)
                .onChange(of: phase) { if phase == .background { Task { await model.save() } } }
        }
    }
}

struct ContentView: View {
    @Bindable var path: RoutePath<Screen>

    var body: some View {
        NavigationStack(path: $path.screens) {
            ListScreen().navigationDestination(for: Screen.self) { screen in
                switch screen {
                case .note(let id): NoteScreen(id: id) { path.screens.removeAll { $0 == screen } }
                case .settings: SettingsScreen()
                }
            }
        }
    }
}
