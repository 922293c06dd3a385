import Dispatchers
import Hooks
import Observation
import Testing

// The behaviours that Aspects' own tests ask for, by their numbers in its test file, as far as Swift has them. Asking for
// more parameters than a method has (3), or for wrong ones (4), does not compile here; `release` (16), changing a `dealloc`
// (18) and the class of an object (21) do not exist: what replaces them is tested under their number. The two that
// it refuses, a class and its subclass both hooked (28, 29), are in `HookInheritanceTests`.

private final class Dying {
    static let dying = JoinPoint<ObjectIdentifier, Void, Void>("deinit")
    deinit { Self.dying(ObjectIdentifier(self), ()) { _ in } }
}

@dynamicMemberLookup private final class Bag {
    static let filling = JoinPoint<Bag, Void, Int>("fill()")
    func fill() -> Int { Self.filling(self, ()) { _ in 1 } }
    subscript(dynamicMember name: String) -> String { name }
}

@Observable private final class Thermometer {
    static let setting = JoinPoint<Thermometer, Int, Void>("set(_:)")
    var degrees = 0
    func set(_ degrees: Int) { Self.setting(self, degrees) { self.degrees = $0 } }
}

@Suite struct AspectsBehaviourTests {
    private let journal = Probe<String>()
    private let meter = Meter()

    @Test("1, 9: a hook on one object does not run for another, and cancelling it returns true")
    func aHookOnOneObject() {
        let journal = journal
        let hook = Meter.reading.after(on: .object(meter)) { _, number, _ in journal.report("\(number)") }
        _ = Meter().read(1)
        _ = meter.read(2)
        #expect(journal.values == ["2"])
        #expect(hook.cancel())
    }

    @Test("2: advice need not look at the arguments") func adviceIgnoresArguments() {
        let journal = journal
        let hook = Meter.reading.before(on: .object(meter)) { _, _ in journal.report("called") }
        _ = meter.read(2)
        #expect(journal.values == ["called"])
        hook.cancel()
    }

    @Test("3, 4: advice has the very parameters of the method, and the compiler refuses others")
    func adviceIsTyped() {
        #expect(arguments(Meter.reading) == ObjectIdentifier(Int.self))
        #expect(arguments(Meter.measuring) == ObjectIdentifier(Size.self))
    }

    @Test("5: a hook on all objects does not change how others are made and used") func allIsHooked() {
        let id = ObjectIdentifier(meter)
        let hook = Meter.reading.before(on: .when { ObjectIdentifier($0) != id }) { _, _ in }
        #expect(Meter().read(3) == 3)
        hook.cancel()
    }

    @Test("6: two objects have different replacements of one method") func replacementsOfTwoObjects() {
        let other = Meter()
        let hooks = [
            Meter.reading.around(on: .object(meter)) { _, _, _ in 10 },
            Meter.reading.around(on: .object(other)) { _, _, _ in 20 },
        ]
        #expect([meter.read(0), other.read(0), Meter().read(0)] == [10, 20, 0])
        for hook in hooks { hook.cancel() }
    }

    @Test("7, 8: hooks on all objects are outside those on one; when some end, the others stay")
    func allObjectsAreOutsideOne() {
        let adding = Adding("add(_:count:)")
        let (one, plain) = (Cart(), Cart())
        let own = adding.around(on: .object(one)) { _, _, _ in 1 }
        let global = adding.around { _, _, _ in 100 }
        #expect(one.add("a", count: 0, at: adding) == 100)
        #expect(plain.add("a", count: 0, at: adding) == 100)
        #expect(global.cancel())
        #expect(one.add("a", count: 0, at: adding) == 1)
        #expect(own.cancel())
        #expect(!own.cancel())
        #expect(one.add("a", count: 0, at: adding) == 0)
    }

    @Test(
        "10: one hook before and two after a method are ended in any order, and the others still run",
        arguments: [[0, 1, 2], [2, 0, 1]])
    func severalHooksOnOneMethod(order: [Int]) {
        let adding = Adding("add(_:count:)")
        let cart = Cart()
        let journal = journal
        let hooks = [
            adding.before { cart, _ in journal.report("before \(cart.total)") },
            adding.after { cart, _, _ in journal.report("after a \(cart.total)") },
            adding.after { cart, _, _ in journal.report("after b \(cart.total)") },
        ]
        _ = cart.add("pen", count: 1, at: adding)
        #expect(journal.values == ["before 0", "after b 1", "after a 1"])
        for (ended, index) in order.enumerated() {
            #expect(hooks[index].cancel())
            #expect(!hooks[index].cancel())
            let heard = journal.values.count
            _ = cart.add("pen", count: 1, at: adding)
            #expect(journal.values.count == heard + 2 - ended)
        }
    }

    @Test("11: a call from inside the type is hooked too") func indirectCalls() {
        let journal = journal
        let hook = Meter.reading.before(on: .object(meter)) { _, _ in journal.report("called") }
        #expect(meter.readTwice(2) == 4)
        #expect(journal.values.count == 2)
        hook.cancel()
    }

    @Test("12, 13, 14: results of any size pass through unchanged") func resultsPassThrough() {
        let hooks = [
            Meter.measuring.after(on: .object(meter)) { _, _, _ in },
            Meter.weighing.after(on: .object(meter)) { _, _, _ in },
            Meter.reading.after(on: .object(meter)) { _, _, _ in },
        ]
        #expect(meter.measure(Size()) == Size())
        #expect(meter.weigh(.pi) == .pi)
        #expect(meter.read(.max) == .max)
        for hook in hooks { hook.cancel() }
    }

    @Test("15: a result is replaced") func aDoubleIsReplaced() {
        let hook = Meter.weighing.around(on: .object(meter)) { _, weight, proceed in proceed(weight) / 2 }
        #expect(meter.weigh(3) == 1.5)
        hook.cancel()
    }

    @Test("17: a hook on the end of an object runs, though its registration is retained") func theEndIsHooked() {
        let journal = journal
        var object: Dying? = Dying()
        let id = object.map { ObjectIdentifier($0) }
        let hook = Dying.dying.before(on: .when { $0 == id }) { _, _ in journal.report("gone") }
        object = nil
        #expect(journal.values == ["gone"])
        #expect(object == nil && hook.cancel())
    }

    @Test("18: an object is released whatever advice does at its end") func theEndIsNotPrevented() {
        weak var gone: Dying?
        let hook = Dying.dying.around { _, _, _ in }
        do {
            let object = Dying()
            gone = object
        }
        #expect(gone == nil)
        hook.cancel()
    }

    @Test("16, 19, 20: a name that no join point has matches none of those that are listed") func unknownNames() {
        func matches(_ pattern: String) -> Bool {
            Pointcut<Meter>.named(pattern).explain().contains { $0.isMatch != false }
        }
        #expect(!matches("noSuchMethod*"))
        #expect(!matches("x*"))
        _ = Meter.reading.hooks
        #expect(matches("read*"))
    }

    @Test("21: after the last hook a join point is unhooked again") func unhookedAgain() {
        let adding = Adding("back to unhooked")
        let cart = Cart()
        for hook in [adding.before { _, _ in }, adding.after(on: .object(cart)) { _, _, _ in }] { hook.cancel() }
        #expect(cart.add("pen", count: 1, at: adding) == 1)
        #expect(adding.hooks.isEmpty)
    }

    @Test("22, 23, 25: members that are looked up and methods without join point do not change")
    func otherMembersAreLeftAlone() {
        let bag = Bag()
        let hook = Bag.filling.around { _, _, proceed in proceed(()) + 1 }
        #expect(bag.fill() == 2)
        #expect(bag.anything == "anything")
        #expect(hook.cancel())
        #expect(bag.fill() == 1)
        #expect(bag.anything == "anything")
        #expect(meter.plain() == 1)
    }

    @Test("24: a hook on all objects is not called after it ended") func endedHooksAreSilent() {
        let adding = Adding("add(_:count:)")
        let journal = journal
        let hook = adding.before { _, _ in journal.report("called") }
        _ = Cart().add("pen", count: 1, at: adding)
        hook.cancel()
        _ = Cart().add("pen", count: 1, at: adding)
        #expect(journal.values == ["called"])
    }

    @Test("26: a hook for one call runs in the first call and ends, also if that call is recursive")
    func onceIsOnce() {
        let adding = Adding("once")
        let cart = Cart()
        let journal = journal
        let hook = Recursive.entering.around(on: .all.once) { me, depth, proceed in
            journal.report("\(depth)")
            return depth > 0 ? me.enter(depth - 1) : proceed(depth)
        }
        #expect(Recursive().enter(3) == 2)
        #expect(journal.values == ["3"])
        #expect(Recursive.entering.hooks.isEmpty)
        #expect(!hook.cancel())
        let before = adding.before(on: .all.once) { _, _ in journal.report("once") }
        for _ in 1...3 { _ = cart.add("pen", count: 1, at: adding) }
        #expect(journal.values == ["3", "once"])
        #expect(!before.cancel())
    }

    @Test("27: hooks and property observers work together, in either order of registration", arguments: [false, true])
    func observationCoexists(hookFirst: Bool) {
        let (thermometer, journal) = (Thermometer(), journal)
        let add = {
            Thermometer.setting.after(on: .object(thermometer)) { _, degrees, _ in journal.report("hook \(degrees)") }
        }
        var hook = hookFirst ? add() : nil
        withObservationTracking {
            _ = thermometer.degrees
        } onChange: {
            journal.report("observed")
        }
        if !hookFirst { hook = add() }
        thermometer.set(1)
        thermometer.set(2)
        #expect(journal.values == ["observed", "hook 1", "hook 2"])
        hook?.cancel()
    }
}

/// The type of the arguments that advice gets.
private func arguments<Arguments, Output>(_ point: borrowing JoinPoint<Meter, Arguments, Output>) -> ObjectIdentifier {
    ObjectIdentifier(Arguments.self)
}

private final class Recursive {
    static let entering = JoinPoint<Recursive, Int, Int>("enter(_:)")
    func enter(_ depth: Int) -> Int { Self.entering(self, depth) { $0 } }
}
