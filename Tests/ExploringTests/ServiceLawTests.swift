import Dispatchers
import Exploring
import Synchronization
import Testing

/// The laws of services and requests, each in some hundred orders.
@Suite("Services and requests in every order") struct ServiceLawTests {
    private protocol Clerk: Sendable {}
    private struct OneClerk: Clerk {}

    @Test("A service is created once, and all lookups get it", .explored(seeds: 200))
    func servicesAreCreatedOnce() async throws {
        let center = ProtocolDispatcherCenter()
        let made = Mutex(0)
        center.provide((any Clerk).self) { _ in
            made.withLock { $0 += 1 }
            return OneClerk()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await Task.yield()
                    _ = try center.service((any Clerk).self)
                }
            }
            try await group.waitForAll()
        }
        #expect(made.withLock { $0 } == 1)
    }

    @Test("A service of a scope that is closed meanwhile is closed as often as it was created", .explored(seeds: 200))
    func servicesAreClosedOnce() async throws {
        let center = ProtocolDispatcherCenter()
        let counts = Mutex((made: 0, closed: 0))
        center.provide((any Clerk).self, for: .session) { _ in
            counts.withLock { $0.made += 1 }
            return OneClerk()
        } closing: { _ in
            counts.withLock { $0.closed += 1 }
        }
        let scope = center.begin(.session)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await Task.yield()
                    _ = try? scope.service((any Clerk).self)
                }
            }
            group.addTask(name: "closes") {
                await Task.yield()
                scope.close()
            }
        }
        let (made, closed) = counts.withLock { $0 }
        #expect(made <= 1 && made == closed)
        #expect(throws: ServiceError.self) { try scope.service((any Clerk).self) }
    }

    private struct Price: Request {
        typealias Response = Int
        let number: Int
    }

    @Test("C14: A request is answered by its responder, or fails with one of its errors", .explored(seeds: 300))
    func requestsEnd() async {
        let center = MessageCenter(onError: { _ in })
        let registration = center.respond(to: Price.self) { price in
            await Task.yield()
            return price.number * 2
        }
        async let ending: Void = {
            await Task.yield()
            registration.cancel()
            await Task.yield()
            center.close()
        }()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                group.addTask(name: "asks \(number)") {
                    do {
                        #expect(try await center.request(Price(number: number)) == number * 2)
                    } catch {
                        #expect(error is RequestError, "\(error)")
                    }
                }
            }
        }
        await ending
    }
}
