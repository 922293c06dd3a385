import BrowserDriver
import Dispatchers
import Inspector
import Testing

extension BrowserTests {
    /// The page, when the app ends and is started again.
    @Suite("Connection") struct ConnectionTests {
        @Test("The page goes on when the app was started again, with the events of the new one") func restarts()
            async throws
        {
            let app = try FixtureApp()
            let first = try await app.inspect()
            let tab = try await Browser.shared.value.tab(first.address)
            try await tab.wait("document.querySelector('#status').className === 'live'")
            app.messages.post(PriceFeedStale())
            try await tab.wait("inspector.store.events.size === 1")
            await first.stop()
            try await tab.wait("document.querySelector('#status').className === 'gone'")
            // The token is another one: the old page must not get in.
            let second = try await app.inspect(
                port: UInt16(first.address.split(separator: ":")[2].prefix { $0 != "/" }) ?? 0)
            try await tab.wait(for: "#status", toSay: "token")
            try await tab.evaluate("location.href = \(quoted(second.address))")
            try await tab.wait("document.querySelector('#status').className === 'live'")
            await second.stop()
        }
    }
}
