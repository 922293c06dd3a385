import Dispatchers
import SignalboxCore

/// The observation of a view, which SwiftUI keeps as long as the view.
@MainActor final class MessageObserver<Message: Sendable> {
    private var center: MessageCenter?
    private var registration: Registration?
    private var handler: @MainActor (Message) -> Void = { _ in }

    nonisolated init() {}

    /// Calls a handler with the messages of a center from now on, in place of the handler and the center before.
    func observe(
        in center: MessageCenter, at fileID: StaticString, _ line: Int,
        _ handler: @escaping @MainActor (Message) -> Void
    ) {
        self.handler = handler
        if center === self.center { return }
        self.center = center
        registration = center.observe(Message.self, fileID: fileID, line: line) { [weak self] message in
            self?.handler(message)
        }
    }
}
