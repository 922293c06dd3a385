import Dispatchers
import Testing

@testable import Hooks

private protocol Shown { var title: String { get } }

private struct Label: Shown {
    static let showing = JoinPoint<Label, String, Int>("show(as:)")
    static let hiding = ThrowingJoinPoint<Label, Void, Void, PaymentRefused>("hide()")
    var title = "label"
    func show(as name: String) -> Int { Self.showing(self, name) { $0.count } }
    func hide() throws(PaymentRefused) {
        try Self.hiding(self, ()) { _ throws(PaymentRefused) in throw PaymentRefused() }
    }
}

private enum Light: Shown {
    static let showing = AsyncJoinPoint<Light, String, Int>("show(as:)")
    case on
    var title: String { "light" }
    func show(as name: String) async -> Int {
        await Self.showing(self, name) { name in
            await Task.yield()
            return name.count
        }
    }
}

private actor Lamp: Shown {
    static let switching = ActorJoinPoint<Lamp, Bool, Bool>("switch(on:)")
    nonisolated let title = "lamp"
    func turn(on: Bool) -> Bool { Self.switching(self, on) { $0 } }
}

@MainActor private protocol Sheet: AnyObject { var title: String { get set } }

@MainActor private final class Form: Sheet {
    nonisolated static let appearing = MainActorJoinPoint<Form, Void, String>("appear()")
    var title = "form"
    func appear() -> String { Self.appearing(self, ()) { _ in title } }
}

private let area = JoinPoint<Void, (Int, Int), Int>("area(width:height:)")

private func areaOf(width: Int, height: Int) -> Int { area((), (width, height)) { $0 * $1 } }

private protocol Panel: AnyObject { var name: String { get } }

private let panelOpening = JoinPoint<any Panel, Bool, String>("open(animated:)")

extension Panel {
    func open(animated: Bool) -> String { panelOpening(self, animated) { "\(name) \($0)" } }
}

private final class SidePanel: Panel { let name = "side" }

private final class ListPanel<Element>: Panel {
    var name: String { "list of \(Element.self)" }
}

@Suite struct PointcutTests {
    private let journal = Probe<String>()

    @Test func aProtocolsHookAppliesToEveryShapeBeforeItIsReached() async {
        let journal = journal
        await HookScope.runAsync {
            let hook = Pointcut<any Shown>.all.before { shown, call in journal.report("\(shown.title) \(call.name)") }
            _ = Label().show(as: "a")
            _ = await Light.on.show(as: "ab")
            _ = await Lamp().turn(on: true)
            #expect(journal.values == ["label show(as:)", "light show(as:)", "lamp switch(on:)"])
            #expect(hook.cancel())
            _ = Label().show(as: "a")
            #expect(journal.values.count == 3)
        }
    }

    @Test func patternsAreCombined() async {
        let journal = journal
        await HookScope.runAsync {
            let hooks = [
                Pointcut<any Shown>.named("show*") && !.kind(of: Label.self),
                .named("Label.*") || .named("switch(*"),
                .kind(of: Lamp.self) && .named("show*"),
            ].enumerated().map { index, pointcut in
                pointcut.after { shown, _, _ in journal.report("\(index) \(shown.title)") }
            }
            _ = Label().show(as: "a")
            _ = await Light.on.show(as: "ab")
            _ = await Lamp().turn(on: true)
            #expect(journal.values == ["1 label", "0 light", "1 lamp"])
            for hook in hooks { hook.cancel() }
        }
    }

    @Test("One order: priority, then pattern, protocol, type, object, then registration") func levels() {
        let journal = journal
        let meter = Meter()
        HookScope.run {
            let note: @Sendable (String) -> @Sendable (Meter, Int) -> Void = { name in { _, _ in journal.report(name) }
            }
            let hooks = [
                Meter.reading.before(on: .object(meter), note("object")),
                Meter.reading.before(note("type 1")),
                Pointcut<Meter>.all.before { _, _ in journal.report("type 2") },
                Pointcut<any AnyObject>.all.before { _, _ in journal.report("protocol") },
                Pointcut<Any>.named("read*").before { _, _ in journal.report("pattern") },
                Meter.reading.before(on: .object(meter), priority: 1, note("high")),
            ]
            _ = meter.read(1)
            #expect(journal.values == ["high", "pattern", "protocol", "type 1", "type 2", "object"])
            for hook in hooks { hook.cancel() }
        }
    }

    @Test func adviceGetsTheOutcome() {
        let journal = journal
        HookScope.run {
            let hooks = [
                Pointcut<Label>.all.after { _, call, outcome in
                    if case .success(let output) = outcome { journal.report("\(call.arguments) \(output)") }
                },
                Pointcut<Label>.all.after { _, call, outcome in
                    if case .failure(let error) = outcome { journal.report("\(call.name) \(type(of: error))") }
                },
                Pointcut<Label>.all.once.after { _, _, _ in journal.report("once") },
            ]
            _ = Label().show(as: "abc")
            try? Label().hide()
            #expect(journal.values == ["once", "abc 3", "hide() PaymentRefused"])
            for hook in hooks { hook.cancel() }
        }
    }

    @Test @MainActor func adviceOfTheMainActorTouchesScreens() {
        let hook = Pointcut<any Sheet>.all.before { @MainActor sheet, _ in sheet.title += "!" }
        let unrelated = Pointcut<Any>.named("area*").before { @MainActor [journal] _, _ in journal.report("never") }
        #expect(Form().appear() == "form!")
        #expect(areaOf(width: 2, height: 3) == 6)
        #expect(journal.values.isEmpty)
        hook.cancel()
        unrelated.cancel()
    }

    @Test @MainActor func ownersOnTheMainActorAreTouchedThere() {
        let (form, other) = (Form(), Form())
        Pointcut<any Sheet>.all.before(by: other) { @MainActor me, sheet, _ in
            if me !== sheet { sheet.title += " of \(me.title)" }
        }
        #expect(form.appear() == "form of form")
        Pointcut<Any>.cancel(by: other)
    }

    @Test func functionsAreHooked() {
        HookScope.run {
            let hook = area.around { _, size, proceed in proceed((size.0 + 1, size.1)) }
            #expect(areaOf(width: 2, height: 3) == 9)
            hook.cancel()
        }
    }

    @Test("A join point that conformers share is typed in arguments too, generic ones included")
    func conformersShareAJoinPoint() {
        let list = ListPanel<Int>()
        let hooks = [
            panelOpening.around { panel, animated, proceed in proceed(!animated) + " of \(panel.name)" },
            panelOpening.around(on: .kind(of: ListPanel<Int>.self)) { _, _, proceed in proceed(false) + "!" },
            panelOpening.around(on: .when { [id = ObjectIdentifier(list)] in ObjectIdentifier($0) == id }) {
                _, animated, proceed in proceed(animated) + "?"
            },
        ]
        #expect(SidePanel().open(animated: true) == "side false of side")
        #expect(ListPanel<String>().open(animated: true) == "list of String false of list of String")
        #expect(ListPanel<Int>().open(animated: true) == "list of Int false! of list of Int")
        #expect(list.open(animated: true).contains("?"))
        for hook in hooks { hook.cancel() }
        #expect(SidePanel().open(animated: true) == "side true")
    }

    @Test("A pointcut's hook ends when every object that it could apply to was released") func objectsAreReleased() {
        let adding = Adding("over with objects")
        let kept = Cart()
        let both: Registration
        let either: Registration
        do {
            let gone = Cart()
            both = adding.before(on: .object(gone) && .named("over*")) { _, _ in }
            either = adding.before(on: .object(gone) || .object(kept)) { _, _ in }
            #expect(adding.hooks.count == 2)
        }
        #expect(adding.hooks.map(\.location) == [either.location])
        both.cancel()
    }

    @Test(
        "A star matches any characters",
        arguments: [
            ("add", "add", true), ("add", "adder", false), ("add*", "add(_:)", true), ("*", "", true),
            ("a*c", "abc", true), ("a*c", "ab", false), ("a*b*c", "aXbYc", true), ("a*b*c", "acb", false),
            ("*Appear*", "viewDidAppear(_:)", true), ("ab*ba", "aba", false),
        ]) func names(pattern: String, name: String, isMatch: Bool)
    {
        #expect(matches(name, pattern) == isMatch)
    }
}
