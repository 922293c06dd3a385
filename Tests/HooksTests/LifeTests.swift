import Dispatchers
import Hooks
import Testing

private typealias Step = LifeStep<ScreenStage>

final class LifeLog {
    var lines: [String] = []

    func note(_ name: String) -> (LifeStep<ScreenStage>) -> Void {
        { [self] step in lines.append("\(name)\(step.isRollback ? "!" : ":")\(step.to)") }
    }
}

/// The stages of a type of one's own, a service: it starts, runs, stops, may fail at each, and may start again.
enum ServiceStage: LifeStage {
    case idle, starting, running, stopping, stopped, failed

    static let initial = idle

    var next: [ServiceStage] {
        switch self {
        case .idle, .stopped, .failed: [.starting]
        case .starting: [.running, .stopping, .failed]
        case .running: [.stopping, .failed]
        case .stopping: [.stopped, .failed]
        }
    }

    var level: Int {
        switch self {
        case .idle, .stopped, .failed: 0
        case .starting, .stopping: 1
        case .running: 2
        }
    }
}

@Suite struct LifeTests {
    private let life = Life<ScreenStage>()
    private let log = LifeLog()

    @Test(
        "A late observer is brought up to the level",
        arguments: [
            (ScreenStage.created, ["x:created"]), (.started, ["x:created", "x:started"]),
            (.resumed, ["x:created", "x:started", "x:resumed"]), (.paused, ["x:created", "x:started"]),
            (.stopped, ["x:created"]), (.destroyed, []),
        ]) func catchingUp(stage: ScreenStage, lines: [String]) throws
    {
        if stage == .paused || stage == .stopped { try life.move(to: .resumed) }
        try life.move(to: stage)
        let hook = life.observe(log.note("x"))
        #expect(log.lines == lines)
        hook.cancel()
        try? life.move(to: .destroyed)
        #expect(log.lines == lines)
    }

    @Test func anIllegalMoveInACallbackIsAnErrorThere() throws {
        let (life, log) = (life, log)
        let hook = life.observe { step in
            guard step.to == .destroyed else { return }
            do { try life.move(to: .resumed) } catch { log.lines.append("\(error)") }
        }
        try life.move(to: .destroyed)
        #expect(log.lines == ["A component cannot go from destroyed to resumed: no steps lead there."])
        withExtendedLifetime(hook) {}
    }

    @Test func anObserverThatThrowsRollsBackTheStepAndDropsTheRest() throws {
        let log = log
        let hooks = try [
            life.observe(log.note("a")),
            life.observe { step in
                if step.isRollback { log.lines.append("received by the observer that refused") }
                if step.to == .resumed { throw PaymentRefused() }
            },
            life.observe(log.note("c")),
        ]
        log.lines = []
        #expect(throws: PaymentRefused()) { try life.move(to: .resumed) }
        #expect(log.lines == ["a:started", "c:started", "a:resumed", "a!started"])
        #expect(life.stage == .started)
        withExtendedLifetime(hooks) {}
    }

    @Test func aRefusedStepDownBringsLateObserversBackUp() throws {
        let (life, log) = (life, log)
        try life.move(to: .resumed)
        var late: Registration?
        let hooks = [
            try life.observe { step in if step.to == .paused { throw PaymentRefused() } },
            life.observe { step in if step.to == .paused && !step.isRollback { late = life.observe(log.note("late")) }
            },
        ]
        #expect(throws: PaymentRefused()) { try life.move(to: .stopped) }
        #expect(log.lines == ["late:created", "late:started", "late!resumed"])
        #expect(life.stage == .resumed)
        withExtendedLifetime((hooks, late)) {}
    }

    @Test("A child follows its parent by observing it, goes down before it, and may refuse its steps")
    func childrenObserveTheirParents() throws {
        let (life, child, log) = (life, Life<ScreenStage>(), log)
        let hooks = [
            life.observe(log.note("parent")), child.observe(log.note("child")),
            try life.observe { try child.move(to: $0.to) },
        ]
        log.lines = []
        try life.move(to: .resumed)
        #expect(log.lines == ["parent:started", "child:started", "parent:resumed", "child:resumed"])
        log.lines = []
        try life.move(to: .stopped)
        #expect(log.lines == ["child:paused", "parent:paused", "child:stopped", "parent:stopped"])
        try life.move(to: .resumed)
        let refusing = try child.observe { step in if step.to == .paused { throw PaymentRefused() } }
        #expect(throws: PaymentRefused()) { try life.move(to: .stopped) }
        #expect([life.stage, child.stage] == [.resumed, .resumed])
        withExtendedLifetime((hooks, refusing)) {}
    }

    @Test("A child of a refused step goes back with its parent") func childrenGoBack() throws {
        let (life, child) = (life, Life<ScreenStage>())
        try life.move(to: .resumed)
        let hooks = [
            try life.observe { step in if step.to == .paused { throw PaymentRefused() } },
            try life.observe { try child.move(to: $0.to) },
        ]
        #expect(throws: PaymentRefused()) { try life.move(to: .paused) }
        #expect([life.stage, child.stage] == [.resumed, .resumed])
        withExtendedLifetime(hooks) {}
    }

    @Test("A move made on the way back begins at the stage before, and is dropped") func movesOnTheWayBack() throws {
        let (life, log) = (life, log)
        let hooks = [
            try life.observe { step in if step.to == .destroyed { throw PaymentRefused() } },
            life.observe { step in
                guard step.isRollback else { return }
                do { try life.move(to: .started) } catch { log.lines.append("\(error)") }
            },
        ]
        #expect(throws: PaymentRefused()) { try life.move(to: .destroyed) }
        #expect(log.lines.isEmpty && life.stage == .created)
        withExtendedLifetime(hooks) {}
    }

    @Test func anErrorWhileBroughtUpEndsTheObservation() throws {
        try life.move(to: .resumed)
        #expect(throws: PaymentRefused()) {
            _ = try life.observe { step in if step.to == .started { throw PaymentRefused() } }
        }
        #expect(throws: Never.self) { try life.move(to: .started) }
    }

    @Test("A service fails from wherever something is done, and starts again") func services() throws {
        let service = Life<ServiceStage>()
        try service.move(to: .running)
        try service.move(to: .failed)
        try service.move(to: .running)
        try service.move(to: .stopped)
        #expect(service.stage == .stopped)
        #expect(throws: Never.self) { try service.move(to: .failed) }
    }

    @Test("A step prints its stages")
    func stepsPrintTheirStages() throws {
        var printed: [String] = []
        let steps = life.observe { step in printed.append("\(step)") }
        let refusing = try life.observe { step in if step.to == .started { throw PaymentRefused() } }
        try? life.move(to: .started)
        #expect(printed == ["→ created", "created → started", "started → created, taken back"])
        for hook in [steps, refusing] { hook.cancel() }
    }
}
