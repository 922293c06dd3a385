/// A latch that suspends tasks until a test opens it.
struct Latch: Sendable {
    private let opened = Probe<Bool>()

    func open() { opened.report(true) }

    func wait() async { _ = await opened.values(1) }
}
