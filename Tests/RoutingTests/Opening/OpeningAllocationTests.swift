import AllocationCounter
import Routing
import Testing

@Suite("Allocations of an opening", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct OpeningAllocationTests {
    /// The allocations of one of a hundred calls; in an optimized build there are fewer.
    private func allocations(of work: () -> Void) -> Int {
        work()
        let before = allocationsOfThisThread()
        for _ in 0..<100 { work() }
        return (allocationsOfThisThread() - before) / 100
    }

    @Test
    func openingAndWritingAllocateLittle() throws {
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on(TypedRouteTests.Product.self) { _, _ in }
            $0.on("/plain/:id") { _ in }
            $0.redirect("/p/:id", to: "/plain/:id")
        }
        let place = TypedRouteTests.Product(id: 42)
        // As measured without optimisation, where each step of a loop over generic values may allocate.
        #expect(allocations { router.openNow("shop://plain/42") } <= 6)
        #expect(allocations { router.openNow("shop://product/42") } <= 15)
        #expect(allocations { router.openNow("shop://p/42") } <= 66)
        #expect(allocations { _ = try? router.url(for: place) } <= 70)
    }
}
