import Dispatchers
import Testing

@Suite("Messages about objects in deinit") struct MessageSubjectLifetimeTests {
    private struct Closed: Sendable {}
    private struct Close: Sendable {}

    /// An object that posts `Closed` about itself in its deinit.
    private final class Document: Sendable {
        private let center: MessageCenter

        init(_ center: MessageCenter) {
            self.center = center
        }

        deinit { center.post(Closed(), about: self) }
    }

    private let center = MessageCenter()
    private let received = Probe<Int>()

    @Test("An object's deinit inside a handler may post a message about the object", arguments: [false, true])
    func deinitInsideAHandler(isOnAnotherActor: Bool) async {
        let document = Slot<Document>()
        document.value = Document(center)
        var registrations = [center.observe(Close.self) { _ in document.value = nil }]
        if isOnAnotherActor {
            registrations.append(center.observe(Closed.self) { @MainActor [received] _ in received.report(1) })
        } else {
            registrations.append(center.observe(Closed.self) { [received] _ in received.report(1) })
        }
        center.post(Close())
        #expect(await received.values(1) == [1])
        withExtendedLifetime(registrations) {}
    }
}
