import Dispatchers
import SignalboxUI
import SwiftUI

struct NoteScreen: View {
    @SharedState private var text: String
    @SharedState(.staysOpen) private var staysOpen
    @Environment(\.calls) private var calls
    private let id: Int
    private let close: () -> Void

    init(id: Int, close: @escaping () -> Void) {
        self.id = id
        self.close = close
        _text = SharedState(.notes[\.[textOf: id]])
    }

    var body: some View {
        Form {
            TextField("Text", text: $text)
            Toggle("Stay here when a link is opened", isOn: $staysOpen)
            Button("Delete") {
                close()
                calls.dispatch((any NoteKeeping).self) { [id] in $0.delete(id) }
            }
        }
    }
}
