import AllocationCounter
import Testing

@testable import Routing

@Suite("Allocations of a URL", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct URLAllocationTests {
    private static let origins = Addressing.origins(["shop://", "https://old.example/app", "https://shop.example"])

    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return allocationsOfThisThread() - before
    }

    @Test(arguments: [
        ("shop://product/a-name-that-no-small-string-holds?ref=mail#top", "product"),
        ("https://shop.example/product/42?tab=files&page=2", "product"),
        ("https://SHOP.example:8080/caf%C3%A9/file.json?a=b%26+c", "café"),
    ])
    func goingFromAURLToItsPathAllocatesNothing(text: String, first: String) throws {
        let url = try URLText(text)
        let path = try #require(Self.origins.path(of: url))
        #expect(path.segments.first == first)
        #expect(allocations { _ = (try? URLText(text)).flatMap { Self.origins.path(of: $0) }?.range.start } == 0)
    }

    @Test(arguments: [
        ("https://shop.example/product/42?tab=files&page=2", true), ("shop://product/a-name-of-some-length", true),
        ("shop://nowhere/to/be/found/in/this/table", false),
    ])
    func askingWhetherAURLCanBeOpenedAllocatesNothing(text: String, canBeOpened: Bool) throws {
        let fallback = Router(origins: ["https://shop.example"])
        try fallback.register { $0.on("/product/:id") { _ in } }
        let router = Router(origins: ["shop://"], fallback: fallback)
        try router.register { $0.on("/product/:id") { _ in } }
        #expect(router.canOpen(text) == canBeOpened)
        #expect(allocations { _ = router.canOpen(text) } == 0)
    }

    @Test(arguments: ["page", "tab", "nothing"])
    func aShortValueOfTheQueryAllocatesNothing(key: String) throws {
        let url = try URLText("https://shop.example/product/42?tab=files&page=2")
        #expect(allocations { _ = url.firstQueryValue(of: key) } == 0)
    }
}
