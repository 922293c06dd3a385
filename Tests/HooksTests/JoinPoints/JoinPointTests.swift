import Dispatchers
import Hooks
import Testing

@Suite struct JoinPointTests {
    private let journal = Probe<String>()
    private let cart = Cart()

    @Test func adviceIsTypedAndChangesArgumentsAndResult() {
        let adding = Adding("add(_:count:)")
        let around = adding.around { _, call, proceed in proceed((call.item, call.count * 2)) + 100 }
        #expect(cart.add("pen", count: 3, at: adding) == 106)
        #expect(around.cancel())
    }

    @Test func proceedingRunsTheBodyAsOftenAsAsked() {
        for times in 0...3 {
            let adding = Adding("add(_:count:)")
            let cart = Cart()
            let around = adding.around { cart, call, proceed in
                for _ in 0..<times { _ = proceed(call) }
                return -1
            }
            #expect(cart.add("pen", count: 1, at: adding) == -1)
            #expect(cart.total == times)
            around.cancel()
        }
    }

    @Test("C2: priority, then level, then registration; before in order, after in reverse")
    func hooksRunFromTheOutsideIn() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        var kept: [Registration] = []
        for (name, priority, isOwn) in [
            ("low", -1, false), ("own", 0, true), ("first", 0, false), ("second", 0, false), ("high own", 1, true),
            ("high", 1, false),
        ] {
            let before: @Sendable (Cart, (item: String, count: Int)) -> Void = { _, _ in journal.report("+\(name)") }
            let after: @Sendable (Cart, (item: String, count: Int), Result<Int, Never>) -> Void = { _, _, _ in
                journal.report("-\(name)")
            }
            if isOwn {
                kept.append(adding.before(on: .object(cart), priority: priority, before))
                kept.append(adding.after(on: .object(cart), priority: priority, after))
            } else {
                kept.append(adding.before(priority: priority, before))
                kept.append(adding.after(priority: priority, after))
            }
        }
        _ = cart.add("pen", count: 1, at: adding)
        let way = ["high", "high own", "first", "second", "own", "low"]
        #expect(journal.values == way.map { "+\($0)" } + way.reversed().map { "-\($0)" })
        #expect(adding.hooks.count == kept.count)
    }

    @Test("C2: a thousand random hooks run in the order that sorting gives")
    func aThousandHooksAreInOrder() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        var random = Xorshift(seed: 7)
        var kept: [Registration] = []
        var expected: [(priority: Int, isOwn: Bool, number: Int)] = []
        for number in 0..<1_000 {
            let (priority, isOwn) = (Int.random(in: -3...3, using: &random), Bool.random(using: &random))
            kept.append(
                adding.before(on: isOwn ? .object(cart) : .all, priority: priority) { _, _ in
                    journal.report("\(number)")
                })
            expected.append((priority, isOwn, number))
        }
        expected.sort { left, right in
            if left.priority != right.priority { return left.priority > right.priority }
            return left.isOwn == right.isOwn ? left.number < right.number : right.isOwn
        }
        _ = cart.add("pen", count: 1, at: adding)
        #expect(journal.values == expected.map { "\($0.number)" })
        withExtendedLifetime(kept) {}
    }

    @Test func hooksOnOneObjectLeaveOthersAlone() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        let hook = adding.before(on: .object(cart)) { _, call in journal.report(call.item) }
        _ = Cart().add("other", count: 1, at: adding)
        _ = cart.add("mine", count: 1, at: adding)
        #expect(journal.values == ["mine"])
        hook.cancel()
    }

    @Test func aSubclassIsHookedWithItsSuperclass() {
        let adding = Adding("add(_:count:)")
        let gift = GiftCart()
        let hook = adding.around(on: .object(gift)) { cart, call, proceed in cart is GiftCart ? proceed(call) + 1 : 0 }
        #expect(gift.add("pen", count: 1, at: adding) == 2)
        #expect(cart.add("pen", count: 1, at: adding) == 1)
        hook.cancel()
    }

    @Test("C16: no object gets the address of a released object that is hooked")
    func addressesAreNotIdentities() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        for _ in 1...1_000 {
            let dead = Cart()
            let id = ObjectIdentifier(dead)
            let hook = adding.before(on: .object(dead)) { _, _ in journal.report("wrong") }
            _ = consume dead
            let next = Cart()
            #expect(ObjectIdentifier(next) != id)
            _ = next.add("pen", count: 1, at: adding)
            withExtendedLifetime(hook) {}
        }
        #expect(journal.values.isEmpty)
    }

    @Test func aHookNeverKeepsItsObjectAlive() {
        let adding = Adding("add(_:count:)")
        weak var gone: Cart?
        var hook: Registration?
        do {
            let cart = Cart()
            gone = cart
            hook = adding.before(on: .object(cart)) { _, _ in }
        }
        #expect(gone == nil)
        #expect(hook?.cancel() == true)
    }

    @Test func listingNamesEachHookAndItsPlace() {
        let adding = Adding("add(_:count:)")
        let before = adding.before(priority: 2) { _, _ in }
        let after = adding.after(on: .object(cart)) { _, _, _ in }
        #expect(adding.hooks.map(\.what) == ["before Cart", "after Cart, one object"])
        #expect(adding.hooks.map(\.priority) == [2, 0])
        #expect(adding.hooks.map(\.location) == [before.location, after.location])
    }
}
