// Only a Mac or a simulator has SwiftUI: there, the continuous integration runs these tests.
#if canImport(SwiftUI) && (canImport(AppKit) || canImport(UIKit) && !os(watchOS))
    import Dispatchers
    import SignalboxUI
    import SwiftUI
    import Testing

    private struct ItemAdded: Sendable {
        let name: String
    }

    extension StateKeys {
        fileprivate static let hostedTotal = StateKey("hostedTotal", default: 0)
    }

    @MainActor private final class Log {
        var lines: [String] = []
    }

    private struct TotalView: View {
        @SharedState(.hostedTotal) private var total
        let log: Log

        var body: some View {
            let _ = log.lines.append("\(total)")
            Text("\(total)")
        }
    }

    @Suite("Views that are hosted") @MainActor struct HostedViewTests {
        private let log = Log()

        @Test("A view receives the messages of the center in its environment") func messages() {
            let messages = MessageCenter()
            let view = EmptyView().frame(width: 10, height: 10)
                .onMessage(ItemAdded.self) { [log] added in log.lines.append(added.name) }
                .centers(messages: messages)
            let hosted = HostedView(view)
            messages.post(ItemAdded(name: "lamp"))
            #expect(log.lines == ["lamp"])
            withExtendedLifetime(hosted) {}
        }

        @Test("A view shows the state of the center in its environment") func state() {
            let states = ObserverCenter()
            states.set(.hostedTotal, to: 7)
            let hosted = HostedView(TotalView(log: log).centers(states: states))
            #expect(log.lines.last == "7")
            withExtendedLifetime(hosted) {}
        }
    }
#endif
