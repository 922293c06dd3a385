#if canImport(SwiftUI)
    import Dispatchers
    public import SwiftUI

    extension View {
        /// Calls a handler with every message of a type that is posted in the environment's center.
        ///
        /// ```swift
        /// ContentView().onMessage(ItemAdded.self) { added in toast = added.name }
        /// ```
        ///
        /// The view observes from the time at which SwiftUI shows the view first, until it removes the view: also while
        /// another screen covers it. The handler runs on the main actor, at once if the message is posted there.
        ///
        /// - Parameters:
        ///   - type: The type of the messages: a message's type, a protocol that refines `Sendable` as `(any P).self`, or a superclass.
        ///   - fileID: The file of the call.
        ///   - line: The line of the call.
        ///   - handler: The handler.
        /// - Returns: A view that observes the messages.
        public func onMessage<Message: Sendable>(
            _ type: Message.Type, fileID: StaticString = #fileID, line: Int = #line,
            perform handler: @escaping @MainActor (Message) -> Void
        ) -> some View {
            modifier(MessageModifier(fileID: fileID, line: line, handler: handler))
        }
    }

    /// Observes messages as long as the view that it modifies.
    private struct MessageModifier<Message: Sendable>: ViewModifier {
        @Environment(\.messages) private var center
        @State private var observer = MessageObserver<Message>()
        let fileID: StaticString
        let line: Int
        let handler: @MainActor (Message) -> Void

        // With a private `@State`, the initializer of the compiler would be private.
        init(fileID: StaticString, line: Int, handler: @escaping @MainActor (Message) -> Void) {
            self.fileID = fileID
            self.line = line
            self.handler = handler
        }

        func body(content: Content) -> some View {
            observer.observe(in: center, at: fileID, line, handler)
            return content
        }
    }
#endif
