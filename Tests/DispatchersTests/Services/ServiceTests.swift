import Dispatchers
import Foundation
import Testing

@Suite("Services") struct ServiceTests {
    private protocol Prices: Sendable { var name: String { get } }
    private protocol Cart: Sendable { var prices: any Prices { get } }

    private final class Table: Prices {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private final class Basket: Cart {
        let prices: any Prices
        init(_ prices: any Prices) { self.prices = prices }
    }

    private let center = ProtocolDispatcherCenter()
    private let log = Probe<String>()

    private func provide(
        _ name: String, for lifetime: ServiceLifetime = .application, priority: Int = 0
    ) {
        let log = log
        center.provide((any Prices).self, for: lifetime, priority: priority) { _ in
            log.report("make \(name)")
            return Table(name)
        } closing: { prices in
            log.report("close \(prices.name)")
        }
    }

    @Test("A service is created once, when it is first requested") func lazy() throws {
        provide("table")
        #expect(log.values.isEmpty)
        let (one, other) = (try center.service((any Prices).self), try center.service((any Prices).self))
        #expect(one as AnyObject === other as AnyObject)
        #expect(log.values == ["make table"])
    }

    @Test("A service lives in the scope of its lifetime, and each scope has its own instance") func scopes() throws {
        provide("table")
        center.provide((any Cart).self, for: .session) { scope in Basket(try scope.service((any Prices).self)) }
        let (one, other) = (center.begin(.session), center.begin(.session))
        let screen = one.begin(.screen)
        let cart = try screen.service((any Cart).self)
        #expect(try one.service((any Cart).self) as AnyObject === cart as AnyObject)
        #expect(try other.service((any Cart).self) as AnyObject !== cart as AnyObject)
        #expect(try other.service((any Cart).self).prices as AnyObject === cart.prices as AnyObject)
    }

    @Test("Closing a scope once closes its child scopes and then its services, in reverse order of creation")
    func closes() throws {
        for name in ["one", "two", "three"] { provide(name) }
        let log = log
        center.provide((any Cart).self, for: .session) { _ in
            Basket(Table("none"))
        } closing: { _ in
            log.report("close cart")
        }
        let session = center.begin(.session)
        _ = try session.services((any Prices).self)
        _ = try session.begin(.screen).service((any Cart).self)
        center.close()
        center.close()
        session.close()
        #expect(log.values.suffix(4) == ["close cart", "close three", "close two", "close one"])
        expect(.closed) { try session.service((any Cart).self) }
        expect(.closed) { try center.services((any Prices).self) }
    }

    @Test("Child scopes close in reverse order, and a scope begun in a closed scope is closed")
    func closesScopes() throws {
        let log = log
        center.provide((any Prices).self, for: .screen) { _ in
            log.report("make")
            return Table("\(log.values.count)")
        } closing: { prices in
            log.report("close \(prices.name)")
        }
        let session = center.begin(.session)
        let screens = [session.begin(.screen), session.begin(.screen)]
        for screen in screens { _ = try screen.service((any Prices).self) }
        session.close()
        #expect(log.values == ["make", "make", "close 2", "close 1"])
        withExtendedLifetime(screens) {}
        expect(.closed) { try session.begin(.screen).service((any Prices).self) }
    }

    @Test("A service whose provider closes its scope is closed at once") func closesDuringCreation() {
        let log = log
        center.provide((any Prices).self, for: .session) { scope in
            scope.close()
            return Table("late")
        } closing: { prices in
            log.report("close \(prices.name)")
        }
        expect(.closed) { try center.begin(.session).service((any Prices).self) }
        #expect(log.values == ["close late"])
    }

    @Test("Releasing a scope closes it") func released() throws {
        provide("table", for: .screen)
        _ = try center.begin(.screen).service((any Prices).self)
        #expect(log.values == ["make table", "close table"])
    }

    @Test("A missing, a doubled and an out-of-scope service fail with distinct errors") func errors() throws {
        let missing = expect(.missing) { try center.service((any Prices).self) }
        #expect(missing?.askedAt.line == #line - 1)
        #expect(missing?.askedAt.fileID == #fileID)
        center.provide((any Prices).self) { _ in Table("one") }
        center.provide((any Prices).self) { _ in Table("two") }
        let doubled = expect(.doubled) { try center.service((any Prices).self) }
        #expect(doubled?.providedAt.map(\.line) == [#line - 3, #line - 2])
        center.withdraw((any Prices).self)
        provide("table", for: .session)
        expect(.outOfScope) { try center.service((any Prices).self) }
    }

    @Test("The error of a cycle of services has the locations of all its providers") func cycle() throws {
        center.provide((any Prices).self) { scope in try scope.service((any Cart).self).prices }
        center.provide((any Cart).self) { scope in Basket(try scope.service((any Prices).self)) }
        let error = expect(.cyclic) { try center.service((any Cart).self) }
        #expect(error?.providedAt.map(\.line) == [#line - 2, #line - 3])
        #expect(throws: ServiceError.self) { try center.service((any Prices).self) }
    }

    @Test("Providers on two threads that need each other's service get an error and do not deadlock") func crossing() {
        let (begun, done) = (Probe<Bool>(), Probe<Bool>())
        let meet: @Sendable () -> Void = {
            begun.report(true)
            spin { begun.values.count > 1 }
        }
        center.provide((any Prices).self) { scope in
            meet()
            return try scope.service((any Cart).self).prices
        }
        center.provide((any Cart).self) { scope in
            meet()
            return Basket(try scope.service((any Prices).self))
        }
        for isCart in [false, true] {
            Thread.detachNewThread { [center] in
                let isMade =
                    isCart
                    ? (try? center.service((any Cart).self)) != nil : (try? center.service((any Prices).self)) != nil
                done.report(isMade)
            }
        }
        #expect(spin { done.values.count == 2 })
        #expect(done.values.contains(false))
    }

    @Test("A provider that throws is called again by the next lookup") func throwing() throws {
        let log = log
        center.provide((any Prices).self) { _ in
            log.report("try")
            if log.values.count == 1 { throw Refused(name: "prices") }
            return Table("table")
        }
        #expect(throws: Refused(name: "prices")) { try center.service((any Prices).self) }
        #expect(try center.service((any Prices).self).name == "table")
    }

    @Test("A running provider does not block lookups of other services") func unrelated() throws {
        let answers = Probe<Bool>()
        center.provide((any Cart).self) { _ in Basket(Table("free")) }
        center.provide((any Prices).self) { [center] _ in
            Thread.detachNewThread { answers.report((try? center.service((any Cart).self)) != nil) }
            return Table(spin { !answers.values.isEmpty } ? "made" : "held up")
        }
        #expect(try center.service((any Prices).self).name == "made")
        #expect(answers.values == [true])
    }

    @Test("All services of a type are listed by priority and then by registration") func several() throws {
        #expect(try center.services((any Prices).self).isEmpty)
        provide("second")
        provide("third")
        provide("first", priority: 1)
        #expect(try center.services((any Prices).self).map(\.name) == ["first", "second", "third"])
    }

    @Test("A main-actor service is created only on the main actor and is available everywhere afterwards")
    func isolated() async throws {
        await provideOnMain()
        expect(.isolated) { try center.service((any Prices).self) }
        let made = try await MainActor.run { [center] in try center.service((any Prices).self).name }
        #expect(made == "main")
        #expect(try center.service((any Prices).self).name == "main")
    }

    @Test("A provider closure written on the main actor is nonisolated by default")
    func providersAreNonisolated() async throws {
        await provideFromMain()
        #expect(try center.service((any Prices).self).name == "anywhere")
    }

    @MainActor private func provideFromMain() { center.provide((any Prices).self) { _ in Table("anywhere") } }

    @Test("C21: A repeated lookup respects replaced and withdrawn providers and closed scopes")
    func lookupsAreNotStale() throws {
        provide("one", for: .session)
        let session = center.begin(.session)
        let screen = session.begin(.screen)
        for _ in 0..<2 { #expect(try screen.service((any Prices).self).name == "one") }
        center.provide((any Prices).self, for: .session, replacing: true) { _ in Table("two") }
        for _ in 0..<2 { #expect(try screen.service((any Prices).self).name == "two") }
        center.withdraw((any Prices).self)
        expect(.missing) { try screen.service((any Prices).self) }
        provide("three", for: .session)
        #expect(try screen.service((any Prices).self).name == "three")
        session.close()
        expect(.closed) { try screen.service((any Prices).self) }
    }

    @MainActor private func provideOnMain() {
        center.provide((any Prices).self) { @MainActor _ in
            MainActor.assertIsolated()
            return Table("main")
        }
    }

    @discardableResult
    private func expect(_ reason: ServiceError.Reason, _ body: () throws -> Any) -> ServiceError? {
        let error = #expect(throws: ServiceError.self) { _ = try body() }
        #expect(error?.reason == reason)
        return error
    }
}

@Suite("Closing a scope during the creation of a service") struct ServiceClosingTests {
    private protocol Till: Sendable {}
    private struct CashTill: Till {}

    @Test("A thread that waits for a service does not create it in a scope closed meanwhile")
    func waitingThread() async {
        let center = ProtocolDispatcherCenter()
        let (began, mayEnd) = (Probe<Int>(), Gate())
        let (closed, results) = (Probe<Int>(), Probe<String>())
        center.provide((any Till).self, for: .session) { _ in
            began.report(1)
            mayEnd.pass()
            return CashTill()
        } closing: { _ in
            closed.report(1)
        }
        let session = center.begin(.session)
        @Sendable func lookUp() {
            do {
                _ = try session.service((any Till).self)
                results.report("made")
            } catch {
                results.report("\((error as? ServiceError)?.reason == .closed ? "closed" : "\(error)")")
            }
        }
        Thread.detachNewThread { lookUp() }
        _ = await began.values(1)
        Thread.detachNewThread { lookUp() }
        // By then, the second thread waits for the first one, or it will find the scope closed.
        for _ in 0..<20_000 { sched_yield() }
        session.close()
        mayEnd.open()
        mayEnd.open()
        #expect(await results.values(2) == ["closed", "closed"])
        #expect(began.values == [1])
        #expect(closed.values == [1])
    }

    @Test
    func nestingScopesTooDeeplyIsAMistakeOfTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var scopes = [ProtocolDispatcherCenter().begin(.session)]
            for _ in 0..<1_000 { scopes.append(scopes[scopes.count - 1].begin(.screen)) }
        }
        // A failed precondition prints its text in builds for debugging.
        #if DEBUG
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("service scopes are nested at most 1000 deep"))
        #else
            _ = result
        #endif
    }
}
