import BrowserDriver
import Foundation
import Testing

/// The folder for the pictures; `nil` if none are wanted.
private let picturesFolder = ProcessInfo.processInfo.environment["STOREFRONT_PICTURES"]

extension BrowserTests {
    /// Takes the pictures of the README, where it is asked to by `Checks/screenshots`.
    @Suite(.enabled(if: picturesFolder != nil, "STOREFRONT_PICTURES names no folder"))
    struct PictureTests {
        private func keep(
            _ tab: BrowserTab, as name: String, width: Int, height: Int = 620, isDark: Bool
        ) async throws {
            try await tab.evaluate("scrollTo(0, 0)")
            let picture = try await tab.picture(width: width, height: height, isDark: isDark)
            let folder = URL(filePath: picturesFolder ?? "")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try picture.write(to: folder.appending(path: "\(name).png"))
        }

        /// The first page takes all five mechanisms.
        private func keepSteps(of guest: Guest) async throws {
            let tab = try await guest.tab("/cart")
            try await tab.live()
            try await tab.click("nav a[href='/hot']")
            try await tab.waitForPath("/hot")
            let steps = try await guest.tab("/what-happened")
            for text in ["The service Showing was made", "A hook ran", "ProductsShown was posted."] {
                try await steps.wait(for: ".steps", toSay: text)
            }
            try await keep(steps, as: "steps", width: 1_000, height: 860, isDark: false)
        }

        @Test func pagesOfTheReadme() async throws {
            try await withShop { _, makeGuest in
                let staff = try await makeGuest().tab("/stock")
                try await staff.signIn("grace", "hopper")
                try await staff.waitForPath("/stock")
                try await staff.live()
                try await staff.click("[aria-label='Begin a sale of Candle']")
                let tab = try await makeGuest().tab("/hot")
                try await tab.wait(for: "aside", toSay: "30 %")
                try await keep(tab, as: "hot", width: 1_200, height: 800, isDark: false)
                try await keepSteps(of: try await makeGuest())
                try await tab.open("/hot")
                try await tab.live()
                for name in ["Brass lamp", "Reading lamp"] {
                    try await tab.click("[aria-label='Add \(name) to the cart']")
                    try await tab.wait(for: "#toasts", toSay: name)
                }
                try await tab.open("/cart")
                try await tab.live()
                try await tab.click("[aria-label='Remove Brass lamp']")
                try await tab.wait(for: ".undo", toSay: "Brass lamp")
                try await keep(tab, as: "cart", width: 390, isDark: false)
                try await tab.open("/profile")
                try await tab.signIn()
                try await tab.waitForPath("/profile")
                try await tab.type("Ada", into: "[data-bind='profile.name']")
                try await tab.type("10-10", into: "[data-bind='profile.address.zip']")
                try await tab.wait(for: "[data-problem='profile.address.zip']", toSay: "no whole number")
                try await keep(tab, as: "profile", width: 390, isDark: true)
                try await keep(staff, as: "stock", width: 900, isDark: true)
            }
        }
    }
}
