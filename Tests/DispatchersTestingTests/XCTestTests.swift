#if canImport(XCTest)
    import Dispatchers
    import DispatchersTesting
    import XCTest

    /// A test of XCTest that uses DispatchersTesting.
    final class XCTestTests: XCTestCase {
        func testSettledWaitsForAnActor() async throws {
            let (trace, seen) = (Trace(), Recording<Int>())
            trace.start()
            let center = MessageCenter(trace: trace)
            let registration = await Self.observe(center, seen)
            center.post(7)
            await center.settled()
            XCTAssertEqual(seen.values, [7])
            try trace.expect(.post(Int.self), ledTo: .event(.delivery, "Int"))
            registration.cancel()
        }

        @MainActor private static func observe(_ center: MessageCenter, _ seen: Recording<Int>) -> Registration {
            center.observe(Int.self) { seen.append($0) }
        }
    }
#endif
