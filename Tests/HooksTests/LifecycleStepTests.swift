import Dispatchers
import Testing

@testable import Hooks

private protocol Closable: AnyObject {}

private final class Door: Closable {}

@Suite struct LifecycleStepTests {
    private let lifecycle = Lifecycle()
    private let told = Probe<String>()

    private let steps = Moment<LifeStep<ScreenStage>>("step")

    @Test("A hook on steps concerns all lives of its type, by protocol and type, and vetoes by throwing")
    func stepsAreHookedAndRefused() throws {
        let (lifecycle, told) = (lifecycle, told)
        let hooks = [
            lifecycle.beforeStep(of: (any Closable).self, through: ScreenStage.self) { _, step in
                told.report("before \(step.to)")
                if step.to == .resumed { throw PaymentRefused() }
            },
            lifecycle.after(steps, of: AnyObject.self) { _, step in told.report("after \(step.to)") },
        ]
        let door = Door()
        let life = Life<ScreenStage>(of: door, announcedTo: lifecycle)
        let observer = life.observe { step in told.report("told \(step.to)") }
        let before = told.values.count
        #expect(throws: PaymentRefused()) { try life.move(to: .resumed) }
        #expect(life.stage == .started)
        let lines = ["before started", "told started", "after started", "before resumed"]
        #expect(told.values.dropFirst(before) == lines[...])
        hooks[0].cancel()
        try life.move(to: .resumed)
        withExtendedLifetime((hooks, observer)) {}
    }

    @Test("Advice around a step that does not proceed ends the move, without an error")
    func stepsAreWithheld() throws {
        let withholding = lifecycle.around(steps, of: Door.self) { _, _, _ in }
        let door = Door()
        let life = Life<ScreenStage>(of: door, announcedTo: lifecycle)
        let observer = life.observe { [told] step in told.report("\(step.to)") }
        try life.move(to: .resumed)
        #expect(life.stage == .created && told.values == ["created"])
        withholding.cancel()
        try life.move(to: .started)
        #expect(life.stage == .started && told.values == ["created", "started"])
        withExtendedLifetime(observer) {}
    }

    @Test("A step that an observer refuses does not reach advice after it, and is thrown through advice around it")
    func refusedStepsReachNoAdviceAfterThem() throws {
        let told = told
        let hooks = [
            lifecycle.around(steps, of: Door.self) { _, step, proceed in
                proceed(step)
                told.report("around \(step.to)")
            },
            lifecycle.after(steps, of: Door.self) { _, step in told.report("after \(step.to)") },
        ]
        let door = Door()
        let life = Life<ScreenStage>(of: door, announcedTo: lifecycle)
        let observer = try life.observe { step in if step.to == .resumed { throw PaymentRefused() } }
        #expect(throws: PaymentRefused()) { try life.move(to: .resumed) }
        #expect(life.stage == .started)
        #expect(told.values == ["after started", "around started", "around resumed"])
        withExtendedLifetime((hooks, observer)) {}
    }

    @Test func aComponentThatIsGoneStillMoves() throws {
        let lifecycle = lifecycle
        let hook = lifecycle.beforeStep(of: Door.self, through: ScreenStage.self) { _, _ in throw PaymentRefused() }
        let life = Life<ScreenStage>(of: Door(), announcedTo: lifecycle)
        try life.move(to: .started)
        #expect(life.stage == .started)
        hook.cancel()
    }
}
