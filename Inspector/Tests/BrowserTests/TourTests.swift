import BrowserDriver
import Foundation
import Testing

extension BrowserTests {
    /// The warnings of a whole program that does nothing wrong: the tour, built with the inspector.
    @Suite(
        "The tour",
        .enabled(if: Tour.program != nil, "INSPECTED_TOUR does not name a tour that was built with the inspector"))
    struct TourTests {
        @Test("Nothing is warned of but a link that opens nothing") func warnings() async throws {
            let tour = try Tour()
            defer { tour.end() }
            let tab = try await Browser.shared.value.tab(tour.address())
            try await tab.wait("document.querySelector('#status').className === 'live'")
            for line in Tour.lines { tour.type(line) }
            try await Self.wait(until: tab, hasOpened: "shop://orders/1")
            #expect(try await Self.warnings(in: tab) == [])
            tour.type("shop://prodct/42")
            try await Self.wait(until: tab, hasOpened: "shop://prodct/42")
            #expect(try await Self.warnings(in: tab) == ["A URL that opened nothing"])
        }

        private static func wait(until tab: BrowserTab, hasOpened url: String) async throws {
            try await tab.wait(
                "[...inspector.store.events.values()].some((event) => event.subject === \(quoted(url)) && event.took >= 0)"
            )
        }

        /// Returns the titles of the warnings, without those of slow handlers: on a busy machine, any is slow.
        private static func warnings(in tab: BrowserTab) async throws -> [String] {
            try await tab.evaluate("document.querySelector('#warnings').replaceChildren()")
            try await tab.click("#tabs [role=tab]", saying: "Warnings")
            try await tab.wait("document.querySelector('#warnings').childElementCount > 0")
            let titles = try await tab.evaluate(
                "[...document.querySelectorAll('#warnings strong')].map((title) => title.textContent).join('|')")
            let all = (titles.text ?? "").split(separator: "|").map(String.init)
            return all.filter { title in !title.hasPrefix("Blocks") && !title.hasPrefix("Slow") }
        }
    }
}

/// A tour in a process of its own, which reads links from a pipe.
private final class Tour {
    static let program = ProcessInfo.processInfo.environment["INSPECTED_TOUR"]

    /// What a customer does: look around, fill the cart, sign in, pay, and look at the order.
    static let lines = [
        "shop://", "shop://product/42?ref=mail", "shop://product/42/add", "shop://cart", "shop://orders",
        "ada lovelace", "shop://cart/checkout", "shop://orders/1",
    ]

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init() throws {
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = ["--inspect"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Reads the address of the page, which is the first thing that the inspector prints.
    func address() throws -> String {
        var said = ""
        while let more = String(bytes: output.fileHandleForReading.availableData, encoding: .utf8), !more.isEmpty {
            said += more
            if let address = said.firstMatch(of: /http:\S+(?=\n)/) { return String(address.output) }
        }
        Issue.record("the tour ended: \(said)")
        return ""
    }

    func type(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
