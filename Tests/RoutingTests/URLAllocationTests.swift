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
        ("https://old.example/a%70p/product", "product"),
    ])
    func goingFromAURLToItsPathAllocatesNothing(text: String, first: String) throws {
        let path = try #require(Self.origins.path(of: URLText(text)))
        #expect(path.segments(from: path.start).first == first)
        #expect(allocations { _ = (try? URLText(text)).flatMap { Self.origins.path(of: $0) }?.start } == 0)
    }

    @Test(arguments: ["page", "tab", "nothing"])
    func aShortValueOfTheQueryAllocatesNothing(key: String) throws {
        let url = try URLText("https://shop.example/product/42?tab=files&page=2")
        #expect(allocations { _ = url.firstQueryValue(of: key) } == 0)
    }
}
