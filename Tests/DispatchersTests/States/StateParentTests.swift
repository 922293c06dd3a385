import Dispatchers
import Foundation
import Testing

@Suite("Parents of state centers") struct StateParentTests {
    private final class Screen: Sendable {}

    private let shop = ObserverCenter()
    private let visit: ObserverCenter
    private let received = Probe<String>()

    init() { visit = ObserverCenter(parent: shop) }

    private func volumes(_ centers: ObserverCenter...) -> [Int] { centers.map { $0[.volume] } }

    @Test("A state has the parent's value until it is set in the child, and its own value from then on") func reads() {
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

    @Test("An observer receives the parent's value and changes until its own center sets the state") func observes() {
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

    @Test("An observer in nested centers receives each change once, in every form of observation") func chain() async {
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

    @Test("C8: A parent's set on the main actor reaches the child's main-actor observer before set returns")
    @MainActor func onMain() async {
        let received = received
        let registration = visit.observe(.volume, options: .skipsCurrent) { @MainActor in received.report($0.text) }
        shop.set(.volume, to: 6)
        #expect(received.values == ["5 → 6"])
        setOffActor(7)
        #expect(await received.values(2) == ["5 → 6", "6 → 7"])
        registration.cancel()
    }

    private nonisolated func setOffActor(_ volume: Int) { shop.set(.volume, to: volume) }

    @Test("An update makes the parent's value the child's own, and a throwing update does not") func updates() {
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

    @Test("An update during which the parent's value changes has that value as the old one") func updatesMeanwhile() {
        shop.set(.volume, to: 6)
        let registration = visit.observe(.volume, options: .skipsCurrent) { received.report($0.text) }
        visit.update(.volume) { volume in
            shop.set(.volume, to: 7)
            volume = 8
        }
        #expect(received.values == ["6 → 7", "7 → 8"])
        registration.cancel()
    }

    @Test("Inside a parent's update, an update of an unset child state is refused and reported, and a set is not")
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

    @Test("The handlers of a child and of its parent may set each other's state") func handlersSet() {
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

    @Test("An observer added during a parent's update receives the value after the update") func duringUpdate() {
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

    @Test("C11: During sets of parent and child, an observer receives gapless changes up to the last value")
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

    @Test("An observer added during a parent's delivery receives each later set of its own center")
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

    @Test("C17: Closing a parent closes its children, and closing a child ends only the child's observations")
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

    @Test("C19: Released child centers leave no observation in their parent and are not kept by it")
    func releasedChildren() {
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

    @Test("C2: A center does not list the observations of its parent or its child") func lists() {
        let registrations = [visit.observe(.volume) { _ in }, shop.observe(.name) { _ in }]
        #expect(visit.observations.map(\.what) == ["volume"])
        #expect(shop.observations.map(\.what) == ["name"])
        #expect(registrations.count == 2)
    }
}

private struct Failed: Error {}

/// Changes of a parent that arrive while a child is used for the first time.
@Suite("Order of inherited changes") struct StateInheritanceOrderTests {
    private let parent = ObserverCenter()
    private let received = Probe<String>()

    @Test("A failed update of a child repeats no change of the parent") func failedUpdate() {
        let child = ObserverCenter(parent: parent)
        let registrations = Probe<Registration>()
        let outer = parent.observe(.volume, options: .skipsCurrent) { change in
            guard change.new == 1 else { return }
            registrations.report(child.observe(.volume) { received.report($0.text) })
            parent.set(.volume, to: 2)
            #expect(throws: Failed.self) { try child.update(.volume) { _ in throw Failed() } }
        }
        parent.set(.volume, to: 1)
        #expect(received.values == ["- → 1", "1 → 2"])
        outer.cancel()
    }

    @Test("A successful update of a child begins with the newest value of the parent") func successfulUpdate() {
        let child = ObserverCenter(parent: parent)
        let registrations = Probe<Registration>()
        let outer = parent.observe(.volume, options: .skipsCurrent) { change in
            guard change.new == 1 else { return }
            registrations.report(child.observe(.volume) { received.report($0.text) })
            parent.set(.volume, to: 2)
            child.update(.volume) { $0 += 10 }
        }
        parent.set(.volume, to: 1)
        #expect(received.values == ["- → 2", "2 → 12"])
        #expect(child[.volume] == 12)
        outer.cancel()
    }
}
