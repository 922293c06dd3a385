import Dispatchers
import Live
import ShopKit
import Storage
import Testing

@testable import storefront

/// The end of a visit, which leaves nothing.
@Suite struct VisitTests {
    private struct Weak {
        weak var visit: Visit?
        weak var states: ObserverCenter?
        weak var messages: MessageCenter?
        weak var services: ServiceScope?
        weak var navigator: Navigator?
        weak var customer: Customer?
        weak var tab: Tab?

        var isGone: Bool {
            visit == nil && states == nil && messages == nil && services == nil && navigator == nil && tab == nil
                && customer == nil
        }
    }

    @Test func aThousandVisitsLeaveNothing() async throws {
        try await withShop { storefront, client async throws in
            let shop = storefront.shop
            let before = (shop.states.observations.count, shop.messages.observations.count)
            var visits: [Weak] = []
            for _ in 0..<1_000 {
                let visitor = Visitor(client)
                _ = try await visitor.post("/act/cart/2")
                _ = try await visitor.get("/cart")
                let visit = try await storefront.visits.visit(of: visitor)
                let tab = Tab(of: visit)
                _ = await tab.next()
                visits.append(
                    Weak(
                        visit: visit, states: visit.states, messages: visit.messages, services: visit.services,
                        navigator: visit.navigator, customer: visit.customer, tab: tab))
                tab.close()
            }
            #expect(storefront.visits.count == 1_000)
            storefront.visits.closeIdle(for: .zero)
            #expect(storefront.visits.count == 0)
            #expect(visits.count { !$0.isGone } == 0)
            #expect((shop.states.observations.count, shop.messages.observations.count) == before)
        }
    }

    @Test func thoseUsedLastStayOfTooManyVisits() async throws {
        try await withDatabaseFile { file in
            let storefront = try await Storefront(database: try Database(at: file), visitLimit: 10)
            let visits = storefront.visits
            let first = try await visits.visit(nil)
            var second: Visit?
            for _ in 0..<40 {
                let visit = try await visits.visit(nil)
                second = second ?? visit
                #expect(visits.use(first))
                #expect(visits.count <= 10)
            }
            #expect(try visits.use(#require(second)) == false)
        }
    }

    @Test func twoRequestsOfOneBrowserAreOneVisit() async throws {
        try await withDatabaseFile { file in
            let database = try Database(at: file)
            let first = try await Storefront(database: database)
            let visit = try await first.visits.visit(nil)
            visit.states.set(.lastName, to: "ada")
            try await first.visits.save(visit)
            let id = visit.id
            let second = try await Storefront(database: database)
            let visits = try await withThrowingTaskGroup(of: Visit.self) { group in
                for _ in 0..<20 { group.addTask { try await second.visits.visit(id) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(visits.map { ObjectIdentifier($0) }).count == 1)
            #expect(visits[0].states[.lastName] == "ada")
            #expect(second.visits.count == 1)
        }
    }

    @Test func aVisitIsFoundAfterItsSecretHasChangedTwiceAtOnce() async throws {
        try await withDatabaseFile { file in
            let database = try Database(at: file)
            let storefront = try await Storefront(database: database)
            let visits = storefront.visits
            for _ in 0..<50 {
                let visit = try await visits.visit(nil)
                visit.states.set(.lastName, to: "ada")
                try await visits.save(visit)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 { group.addTask { try await visits.renew(visit) } }
                    try await group.waitForAll()
                }
                try #require(visits.use(visit))
                try #require(try await database.use(visit: visit.id))
                try #require(try await database.states(of: .visit(visit.id)).isEmpty == false)
            }
            #expect(visits.count == 50)
        }
    }
}
