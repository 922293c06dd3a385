import Dispatchers
import SignalboxUI
import SwiftUI

struct ListScreen: View {
    @SharedValue(.notes[\.all]) private var notes
    @SharedValue(.showsCount) private var showsCount
    @Environment(\.calls) private var calls
    @Environment(\.router) private var router
    @State private var lastDeleted = ""

    var body: some View {
        List {
            ForEach(notes) { note in NavigationLink(note.title, value: Screen.note(note.id)) }
            if showsCount { Text("\(notes.count) notes") }
            if !lastDeleted.isEmpty { Text("Deleted: \(lastDeleted)") }
            Button("Settings") { Task { await router.open("notes://settings") } }
        }
        .navigationTitle("Notes")
        .toolbar {
            Button("Add") { calls.dispatch((any NoteKeeping).self) { $0.add("") } }
        }
        .onMessage(NoteDeleted.self) { deleted in lastDeleted = deleted.title }
    }
}
