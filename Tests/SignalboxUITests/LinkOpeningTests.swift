import Foundation
import Routing
import Testing

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
}
