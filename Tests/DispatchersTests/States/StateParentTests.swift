import Dispatchers
import Foundation
import Testing

@Suite("Centers of states inside others") struct StateParentTests {
    private final class Screen: Sendable {}

    private let shop = ObserverCenter()
    private let visit: ObserverCenter
    private let received = Probe<String>()

    init() { visit = ObserverCenter(parent: shop) }

    private func volumes(_ centers: ObserverCenter...) -> [Int] { centers.map { $0[.volume] } }

    @Test("a state has the parent's value until it is set, and its own from then on") func reads() {
        let page = ObserverCenter(parent: visit)
        #expect(page[.volume] == 5)
        shop.set(.volume, to: 6)
        #expect(volumes(shop, visit, page) == [6, 6, 6])
        #expect(visit.set(.volume, to: 7))
        #expect(volumes(shop, visit, page) == [6, 7, 7])
        shop.set(.volume, to: 8)
        #expect(volumes(shop, visit, page) == [8, 7, 7])
        #expect(page[.basket[\.total]] == 0)
        shop.set(.basket[\.total], to: 3)
        #expect(page[.basket[\.total]] == 3)
    }

    @Test("an observer receives the parent's value and changes, its center's set as one more, and then only those")
    func observes() {
        shop.set(.volume, to: 6)
        let registration = visit.observe(.volume) { received.report($0.text) }
        shop.set(.volume, to: 7)
        shop.set(.volume, to: 7)
        visit.set(.volume, to: 8)
        shop.set(.volume, to: 9)
        visit.set(.volume, to: 10)
        #expect(received.values == ["- → 6", "6 → 7", "7 → 7", "7 → 8", "8 → 10"])
        registration.cancel()
    }

    @Test("through several centers, each observer receives each change once, in its form") func chain() async {
        let (page, screen) = (ObserverCenter(parent: visit), Screen())
        page.observe(.volume, by: screen, options: .skipsCurrent) { _, change in received.report("page \(change.text)")
        }
        visit.observe(.volume, by: screen, options: .skipsCurrent) { _, change in
            received.report("visit \(change.text)")
        }
        let registration = page.observe(.basket[\.total], options: .skipsCurrent) { received.report("part \($0.text)") }
        let values = page.values(of: .volume)
        shop.set(.volume, to: 6)
        shop.update(.basket) { $0.total = 1 }
        shop.update(.basket) { $0.child.item.text = "lamp" }
        visit.set(.volume, to: 7)
        #expect(
            received.values.sorted() == ["page 5 → 6", "page 6 → 7", "part 0 → 1", "visit 5 → 6", "visit 6 → 7"])
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 7)
        registration.cancel()
    }

    @Test("C8: what the parent sets on the main actor, a screen that observes the child has received when set returns")
    @MainActor func onMain() async {
        let received = received
        let registration = visit.observe(.volume, options: .skipsCurrent) { @MainActor in received.report($0.text) }
        shop.set(.volume, to: 6)
        #expect(received.values == ["5 → 6"])
        setFromNowhere(7)
        #expect(await received.values(2) == ["5 → 6", "6 → 7"])
        registration.cancel()
    }

    private nonisolated func setFromNowhere(_ volume: Int) { shop.set(.volume, to: volume) }

    @Test("an update begins with the parent's value, and makes it the center's own; one that throws does not")
    func updates() {
        struct Refused: Error {}
        shop.set(.volume, to: 6)
        let registration = visit.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        #expect(throws: Refused.self) {
            try visit.update(.volume) { volume in
                volume += 10
                shop.set(.volume, to: 7)
                throw Refused()
            }
        }
        #expect(visit[.volume] == 7)
        visit.update(.volume) { $0 += 1 }
        shop.set(.volume, to: 1)
        #expect(visit[.volume] == 8)
        #expect(received.values == ["6 → 7", "7 → 8"])
        visit.set(.basket[\.total], to: 2)
        shop.update(.basket) { $0.total = 9 }
        #expect(visit[.basket].total == 2)
        registration.cancel()
    }

    @Test("an update in which the parent's value changes has that value as the old one") func updatesMeanwhile() {
        shop.set(.volume, to: 6)
        let registration = visit.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        visit.update(.volume) { volume in
            shop.set(.volume, to: 7)
            volume = 8
        }
        #expect(received.values == ["6 → 7", "7 → 8"])
        registration.cancel()
    }

    @Test("in the parent's update, an update of a child without a value is refused and reported, and a set is not")
    func updatesInsideParent() {
        let failures = Probe<DeliveryFailure>()
        let shop = ObserverCenter { failures.report($0) }
        let (visit, page) = (ObserverCenter(parent: shop), ObserverCenter(parent: shop))
        shop.update(.volume) { volume in
            volume = 6
            #expect(!visit.update(.volume) { $0 += 1 })
            #expect(page.set(.volume, to: 1))
            #expect(page.update(.volume) { $0 += 1 })
        }
        #expect(failures.values.map { $0.error is DeliveryCycle } == [true])
        #expect([shop, visit, page].map { $0[.volume] } == [6, 6, 2])
        #expect(visit.update(.volume) { $0 += 1 })
        #expect(shop[.volume] == 6 && visit[.volume] == 7)
    }

    @Test("a handler of the child may set the parent's state, and one of the parent the child's") func handlersSet() {
        let registrations = [
            visit.observe(.volume, options: .skipsCurrent) { change in
                received.report("visit \(change.text)")
                if change.new == 6 { shop.set(.volume, to: 7) }
            },
            shop.observe(.volume, options: .skipsCurrent) { change in
                received.report("shop \(change.text)")
                if change.new == 7 { visit.set(.volume, to: 8) }
            },
        ]
        shop.set(.volume, to: 6)
        shop.set(.volume, to: 9)
        #expect(
            received.values == ["visit 5 → 6", "shop 5 → 6", "visit 6 → 7", "shop 6 → 7", "visit 7 → 8", "shop 7 → 9"])
        #expect(registrations.count == 2)
    }

    @Test("who begins to observe while the parent's state is updated receives the value after that") func duringUpdate()
    {
        let registrations = Probe<Registration>()
        shop.update(.volume) { volume in
            registrations.report(visit.observe(.volume) { received.report($0.text) })
            volume = 6
        }
        #expect(received.values == ["- → 6"])
        shop.update(.name) { name in
            registrations.report(visit.observe(.name) { received.report($0.text) })
            visit.set(.name, to: "own")
            name = "shop"
        }
        #expect(received.values == ["- → 6", "- → own"])
    }

    @Test("C11: while both are set, an observer receives each value once, old following new, and the last one last")
    func noGap() async {
        for _ in 0..<Effort.scaled(20, long: 2_000) {
            let shop = ObserverCenter()
            let visit = ObserverCenter(parent: shop)
            let tallies = Probe<ChangeTally>()
            let registrations = Probe<Registration>()
            await withTaskGroup { group in
                group.addTask { for number in 1...500 { shop.set(.balance, to: number) } }
                group.addTask {
                    for _ in 0..<20 {
                        let tally = ChangeTally()
                        tallies.report(tally)
                        registrations.report(visit.observe(.balance) { tally.report($0) })
                    }
                }
            }
            #expect(await eventually { tallies.values.allSatisfy { $0.last == 500 } })
            await withTaskGroup { group in
                group.addTask { for number in 501...600 { shop.set(.balance, to: number) } }
                group.addTask { for number in 1_001...1_100 { visit.set(.balance, to: number) } }
                group.addTask { for _ in 0..<100 { visit.update(.balance) { $0 += 1 } } }
            }
            let last = visit[.balance]
            #expect(await eventually { tallies.values.allSatisfy { $0.last == last } })
            #expect(tallies.values.allSatisfy { $0.isUnbroken })
        }
    }

    @Test("an observer that begins while the parent's change is delivered receives each later set of its own center")
    func beginsDuringDelivery() {
        var registrations: [Registration] = []
        let starts = Probe<Registration>()
        registrations.append(
            shop.observe(.volume, options: .skipsCurrent) { _ in
                starts.report(visit.observe(.volume, options: .skipsCurrent) { received.report($0.text) })
                visit.set(.volume, to: 7)
                visit.update(.volume) { $0 += 1 }
            })
        shop.set(.volume, to: 6)
        #expect(received.values == ["6 → 7", "7 → 8"])
        #expect(starts.values.count == 1)
    }

    @Test("C17: closing the parent closes the child; closing the child ends its observations, and leaves the parent's")
    func closes() async {
        let other = ObserverCenter(parent: shop)
        let registrations = [
            visit.observe(.volume, options: .skipsCurrent) { received.report("visit \($0.text)") },
            other.observe(.volume, options: .skipsCurrent) { received.report("other \($0.text)") },
            shop.observe(.volume, options: .skipsCurrent) { received.report("shop \($0.text)") },
        ]
        visit.close()
        #expect(!visit.set(.volume, to: 1))
        shop.set(.volume, to: 6)
        #expect(visit[.volume] == 6)
        #expect(received.values == ["other 5 → 6", "shop 5 → 6"])
        let values = other.values(of: .volume)
        shop.close()
        #expect(!other.set(.volume, to: 7))
        for await _ in values {}
        #expect(other.observations.isEmpty)
        #expect(registrations.count == 3)
    }

    @Test("C19: centers that have gone leave nothing in their parent, and are not kept by it") func goes() {
        weak var gone: ObserverCenter?
        let screen = Screen()
        for _ in 0..<1_000 {
            let visit = ObserverCenter(parent: shop)
            visit.observe(.volume, by: screen) { _, _ in }
            gone = visit
        }
        #expect(gone == nil)
        #expect(shop.observations.isEmpty)
        shop.set(.volume, to: 6)
        #expect(shop.observations.isEmpty)
    }

    @Test("C2: the parent's own observers are not listed in the child, nor the child's in the parent") func lists() {
        let registrations = [visit.observe(.volume) { _ in }, shop.observe(.name) { _ in }]
        #expect(visit.observations.map(\.what) == ["volume"])
        #expect(shop.observations.map(\.what) == ["name"])
        #expect(registrations.count == 2)
    }
}
