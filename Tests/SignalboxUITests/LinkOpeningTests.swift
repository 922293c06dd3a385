import Foundation
import Routing
import Synchronization
import Testing

@testable import SignalboxCore
@testable import SignalboxUI

@Suite("The opening of links", .timeLimit(.minutes(10))) struct LinkOpeningTests {
    private let router = Router(origins: ["shop://"])

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("A link that a route matches is opened, and any other is left to the system") func answer() async throws {
        let (opened, continuation) = AsyncStream.makeStream(of: String.self)
        try router.register { $0.on("/cart") { match in _ = continuation.yield(match.url) } }
        let links = LinkOpening(router)
        #expect(try !links.answer(url("https://elsewhere.example")))
        #expect(try !links.answer(url("shop://nowhere")))
        #expect(try links.answer(url("shop://cart")))
        #expect(await opened.first { _ in true } == "shop://cart")
    }

    @Test("A link of the system without a route ends in onUnmatched") func unmatched() async throws {
        let (missed, continuation) = AsyncStream.makeStream(of: String.self)
        router.onUnmatched { miss in continuation.yield(miss.url) }
        let outcome = try await LinkOpening(router).open(url("shop://nowhere")).value
        #expect(!outcome.isHandled)
        #expect(await missed.first { _ in true } == "shop://nowhere")
    }

    @Test("The trace has the source location of the modifier") func location() async throws {
        let trace = Trace()
        trace.start()
        let router = Router(origins: ["shop://"], trace: trace)
        let line = #line + 1
        let links = LinkOpening(router)
        _ = try await links.open(url("shop://cart")).value
        #expect(trace.events.first?.location.line == line)
    }

    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("A link that is delivered as a URL and as an activity is opened once") @MainActor func twice() async throws {
        let trace = Trace(now: { .zero })
        trace.start()
        let router = Router(origins: ["shop://"], trace: trace)
        try router.register { $0.on("/cart", "/sale") { match in match.url } }
        let clock = Clock()
        let links = LinkOpening(router, DeliveredLinks { clock.now })
        let (cart, sale) = try (url("shop://cart"), url("shop://sale"))
        let first = await links.receive(cart)?.value
        #expect(first?.isHandled == true)
        #expect(links.receive(webpage: cart) == nil)
        #expect(await links.receive(webpage: sale)?.value.isHandled == true)
        clock.advance(by: .milliseconds(1_999))
        #expect(links.receive(cart) == nil)
        clock.advance(by: .milliseconds(1))
        #expect(await links.receive(webpage: cart)?.value.isHandled == true)
        let outcomes = trace.events.filter { $0.kind == .route }.map(\.outcome)
        let repeated = TraceEvent.Outcome.refused("the system delivered the same link before, less than 2 seconds ago")
        #expect(outcomes == [.done, repeated, .done, repeated, .done])
    }

    @Test("An activity without a web page is reported") @MainActor func noPage() {
        let lines = Lines()
        DefaultLog.$output.withValue(DefaultLog.Output { lines.add($0) }) {
            #expect(LinkOpening(router).receive(webpage: nil) == nil)
        }
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("a browsing activity without a URL") == true)
    }

    @Test("A link of a cold start waits until the router begins") @MainActor func coldStart() async throws {
        let router = Router(origins: ["shop://"], startsHeld: true)
        let links = LinkOpening(router)
        let outcome = try await links.receive(url("shop://cart"))?.value
        guard case .held? = outcome?.result else { return #expect(Bool(false), "\(String(describing: outcome))") }
        try router.register { $0.on("/cart") { match in match.url } }
        let opened = await router.begin()
        #expect(opened.map { $0.value(as: String.self) } == ["shop://cart"])
    }
}
