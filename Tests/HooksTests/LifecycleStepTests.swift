import Dispatchers
import Testing

@testable import Hooks

private protocol Closable: AnyObject {}

private final class Door: Closable {}

@Suite struct LifecycleStepTests {
    private let lifecycle = Lifecycle()
    private let noted = Probe<String>()

    private let steps = Moment<LifeStep<ScreenStage>>("step")

    @Test("A hook on steps concerns all lives of its type, by protocol and type, and vetoes by throwing")
    func stepsAreHookedAndRefused() throws {
        let (lifecycle, noted) = (lifecycle, noted)
        let hooks = [
            lifecycle.beforeStep(of: (any Closable).self, through: ScreenStage.self) { _, step in
                noted.report("before \(step.to)")
                if step.to == .resumed { throw PaymentRefused() }
            },
            lifecycle.after(steps, of: AnyObject.self) { _, step in noted.report("after \(step.to)") },
        ]
        let door = Door()
        let life = Life<ScreenStage>(of: door, announcedTo: lifecycle)
        let observer = life.observe { step in noted.report("observed \(step.to)") }
        let before = noted.values.count
        #expect(throws: PaymentRefused()) { try life.move(to: .resumed) }
        #expect(life.stage == .started)
        let lines = ["before started", "observed started", "after started", "before resumed"]
        #expect(noted.values.dropFirst(before) == lines[...])
        hooks[0].cancel()
        try life.move(to: .resumed)
        withExtendedLifetime((hooks, observer)) {}
    }

    @Test("Advice around a step that does not proceed ends the move, without an error")
    func stepsAreWithheld() throws {
        let withholding = lifecycle.around(steps, of: Door.self) { _, _, _ in }
        let door = Door()
        let life = Life<ScreenStage>(of: door, announcedTo: lifecycle)
        let observer = life.observe { [noted] step in noted.report("\(step.to)") }
        try life.move(to: .resumed)
        #expect(life.stage == .created && noted.values == ["created"])
        withholding.cancel()
        try life.move(to: .started)
        #expect(life.stage == .started && noted.values == ["created", "started"])
        withExtendedLifetime(observer) {}
    }

    @Test("A step that an observer refuses does not reach advice after it, and is thrown through advice around it")
    func refusedStepsReachNoAdviceAfterThem() throws {
        let noted = noted
        let hooks = [
            lifecycle.around(steps, of: Door.self) { _, step, proceed in
                proceed(step)
                noted.report("around \(step.to)")
            },
            lifecycle.after(steps, of: Door.self) { _, step in noted.report("after \(step.to)") },
        ]
        let door = Door()
        let life = Life<ScreenStage>(of: door, announcedTo: lifecycle)
        let observer = try life.observe { step in if step.to == .resumed { throw PaymentRefused() } }
        #expect(throws: PaymentRefused()) { try life.move(to: .resumed) }
        #expect(life.stage == .started)
        #expect(noted.values == ["after started", "around started", "around resumed"])
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
