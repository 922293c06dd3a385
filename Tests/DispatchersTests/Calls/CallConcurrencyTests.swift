import Dispatchers
import Testing

@Suite("Concurrency of calls and services") struct CallConcurrencyTests {
    private protocol One: Sendable {}
    private protocol Two: Sendable {}
    private final class Both: One, Two {}

    private let center = ProtocolDispatcherCenter { _ in }

    @Test("Calls of four threads reach each receiver exactly once while others are added and cancelled")
    func exactCounts() async {
        let received = Probe<String>()
        let (stayed, kept) = (Log("stayed", received), Log("kept", received))
        center.register((any LoginObserver).self, by: stayed) { $0 }
        let registration = center.register((any LoginObserver).self) { kept }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_500 { center.dispatch((any LoginObserver).self) { $0.didLogin("ada") } }
                }
            }
            group.addTask {
                for round in 0..<1_000 {
                    let other = Log("", Probe<String>())
                    center.register((any LoginObserver).self, by: other, priority: round % 3 - 1) { $0 }
                    center.register((any LoginObserver).self) { other }.cancel()
                }
            }
        }
        #expect(received.values.count == 20_000)
        registration.cancel()
    }

    @Test("C6: Calls of several threads reach the main actor in each thread's order") @MainActor func order() async {
        let screen = CallIsolationTests.Screen()
        screen.register(center)
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask { [center] in
                    for number in 0..<250 {
                        center.dispatch((any LoginObserver).self) { $0.didLogin("\(thread) \(number)") }
                    }
                }
            }
        }
        let users = await screen.received.values(1_000)
        for thread in 0..<4 {
            #expect(users.filter { $0.hasPrefix("\(thread) ") } == (0..<250).map { "\(thread) \($0)" })
        }
    }

    @Test("A service is created once when several threads request it at the same time") func once() async {
        for _ in 0..<200 {
            let (center, made) = (ProtocolDispatcherCenter(), Probe<Int>())
            center.provide((any One).self) { _ in
                made.report(1)
                return Both()
            }
            let services = await withTaskGroup(of: (any One)?.self) { group in
                for _ in 0..<4 { group.addTask { try? center.service((any One).self) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(made.values.count == 1)
            #expect(Set(services.compactMap { $0.map { ObjectIdentifier($0 as AnyObject) } }).count == 1)
            #expect(services.count == 4)
        }
    }

    @Test("Two threads whose services need each other get an error and do not deadlock") func cyclesOfThreads() async {
        for _ in 0..<200 {
            let center = ProtocolDispatcherCenter()
            center.provide((any One).self) { scope in
                _ = try scope.service((any Two).self)
                return Both()
            }
            center.provide((any Two).self) { scope in
                _ = try scope.service((any One).self)
                return Both()
            }
            let errors = await withTaskGroup(of: (any Error)?.self) { group in
                group.addTask {
                    do {
                        _ = try center.service((any One).self)
                        return nil
                    } catch { return error }
                }
                group.addTask {
                    do {
                        _ = try center.service((any Two).self)
                        return nil
                    } catch { return error }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { ($0 as? ServiceError)?.reason == .cyclic })
        }
    }

    @Test("Closing a center during the creation of a service closes the created service") func closesBeside() async {
        for _ in 0..<200 {
            let (center, made, closed) = (ProtocolDispatcherCenter(), Probe<Int>(), Probe<Int>())
            center.provide((any One).self) { _ in
                made.report(1)
                return Both()
            } closing: { _ in
                closed.report(1)
            }
            await withTaskGroup { group in
                group.addTask { _ = try? center.service((any One).self) }
                group.addTask { center.close() }
            }
            #expect(made.values.count == closed.values.count)
        }
    }
}
