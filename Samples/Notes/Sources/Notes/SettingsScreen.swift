import Dispatchers
import SignalboxUI
import SwiftUI

struct SettingsScreen: View {
    @SharedState(.showsCount) private var showsCount
    @Environment(\.calls) private var calls
    @State private var summaries: [String] = []

    var body: some View {
        Form {
            Toggle("Show the number of notes", isOn: $showsCount)
            Text(summaries.joined(separator: ", "))
        }
        .navigationTitle("Settings")
        .onAppear { summaries = calls.collect((any Summarizing).self, .all) { $0.summary } }
    }
}
