import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Routing
import Testing

/// The folder for pictures, if they are wanted.
private let picturesFolder = ProcessInfo.processInfo.environment["INSPECTOR_PICTURES"]

extension BrowserTests {
    /// Takes the pictures of the README and of the article, where `Checks/screenshots` asks for them.
    @Suite(.enabled(if: picturesFolder != nil, "INSPECTOR_PICTURES names no folder"))
    struct PictureTests {
        private func keep(_ tab: BrowserTab, as name: String, isDark: Bool = false) async throws {
            let folder = URL(filePath: picturesFolder ?? "")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let picture = try await tab.picture(width: 1_180, height: 560, isDark: isDark)
            try picture.write(to: folder.appending(path: "\(name).png"))
        }

        @MainActor private func observe(_ app: FixtureApp) -> Registration {
            app.messages.observe(PriceFeedStale.self) { _ in
                let end = ContinuousClock.now + .milliseconds(40)
                while ContinuousClock.now < end {}
            }
        }

        @Test("The pictures of the article") func article() async throws {
            let app = try FixtureApp()
            let slow = await observe(app)
            let inspector = try await app.inspect()
            let tab = try await Browser.shared.value.tab(inspector.address)
            await app.router.open(path: "/prodct/42")
            app.messages.post(ItemPicked(name: "Candle"))
            await app.messages.publish(PriceFeedStale())
            await app.router.open(path: "/product/42")
            var forgotten: [Registration] = []
            for round in 1...4 {
                forgotten += (0..<30).map { _ in app.messages.observe(Tick.self) { _ in } }
                try await tab.countAgain(afterSeconds: 10 * round)
            }
            try await tab.wait("inspector.store.events.size > 15")
            try await tab.choose(kind: "set", at: -1)
            try await tab.wait(for: "#detail", toSay: "total  3900 → 7800")
            try await keep(tab, as: "timeline")
            try await keep(tab, as: "timeline-dark", isDark: true)
            try await tab.click("#tabs [role=tab]", saying: "Registered")
            try await tab.wait(for: "#registered td", toSay: "Brass lamp")
            try await keep(tab, as: "states")
            try await tab.click("#tabs [role=tab]", saying: "Warnings")
            try await tab.wait(for: ".warning", toSay: "Blocks the main actor")
            try await tab.wait("document.body.innerText.includes('Registered again and again')")
            try await keep(tab, as: "warnings")
            try await tab.click(".warning .link", saying: "delivery PriceFeedStale")
            try await tab.evaluate("inspector.timeline.search('kind:delivery >16ms')")
            try await tab.wait(for: "#detail h2", toSay: "delivery PriceFeedStale")
            try await keep(tab, as: "slow")
            try await tab.click("#tabs [role=tab]", saying: "Routes")
            try await tab.type("/prodct/42", into: "#url")
            try await tab.press("Enter", 13)
            try await tab.wait(for: "#explanation", toSay: "not “product”")
            try await keep(tab, as: "routes")
            await inspector.stop()
            withExtendedLifetime((slow, forgotten)) {}
        }
    }
}
