import Dispatchers
import Hooks
import Testing

// What the tests of androidx.lifecycle's registry ask for, by their names there. Its events are our steps, and a screen is
// created from the beginning. Two things differ: a move is never cut short, so what was made in a callback comes after all
// that the present move has to tell; and who is observed while another is brought up is brought up after it.

@Suite struct AndroidLifecycleTests {
    private let life = Life<ScreenStage>()
    private let log = LifeLog()

    /// Observes under a name, and does something at one stage.
    private func observe(
        _ name: String, at stage: ScreenStage? = nil, _ body: @escaping () -> Void = {}
    ) -> Registration {
        let note = log.note(name)
        return life.observe { step in
            note(step)
            if step.to == stage { body() }
        }
    }

    @Test("getCurrentState, setCurrentState") func theStageIsWhatItWasMovedTo() throws {
        try life.move(to: .resumed)
        #expect(life.stage == .resumed)
        try life.move(to: .destroyed)
        #expect(life.stage == .destroyed)
    }

    @Test("moveInitializedToDestroyed") func whatNoStepsLeadToIsAnError() throws {
        let service = Life<ServiceStage>()
        try service.move(to: .running)
        #expect(throws: LifeError<ServiceStage>.self) { try service.move(to: .idle) }
        #expect(service.stage == .running)
    }

    @Test("addRemove, removal sends no steps down") func whoLeavesHearsNothing() throws {
        try life.move(to: .resumed)
        observe("a").cancel()
        log.lines = []
        try life.move(to: .destroyed)
        #expect(log.lines.isEmpty)
    }

    @Test("addAndObserve") func theSameStageTwiceIsIgnored() throws {
        let hook = observe("a")
        try life.move(to: .created)
        try life.move(to: .started)
        try life.move(to: .started)
        try life.move(to: .stopped)
        #expect(log.lines == ["a:created", "a:started", "a:stopped"])
        hook.cancel()
    }

    @Test("add2RemoveOne") func theOthersStillHear() throws {
        let hooks = [observe("a"), observe("b"), observe("c")]
        hooks[1].cancel()
        log.lines = []
        try life.move(to: .started)
        #expect(log.lines == ["a:started", "c:started"])
        withExtendedLifetime(hooks) {}
    }

    @Test("removeWhileTraversing") func whoIsRemovedDuringAStepIsNotTold() throws {
        var second: Registration?
        let first = observe("a", at: .started) { second?.cancel() }
        second = observe("b")
        log.lines = []
        try life.move(to: .started)
        #expect(log.lines == ["a:started"])
        first.cancel()
    }

    @Test("constructionOrder") func aLateObserverIsBroughtUp() throws {
        try life.move(to: .resumed)
        let hook = observe("a")
        #expect(log.lines == ["a:created", "a:started", "a:resumed"])
        hook.cancel()
    }

    @Test("constructionDestruction1, constructionDestruction2", arguments: [ScreenStage.paused, .destroyed])
    func aMoveMadeWhileBroughtUpComesAfterwards(target: ScreenStage) throws {
        let life = life
        try life.move(to: .resumed)
        let hook = observe("a", at: .started) { try? life.move(to: target) }
        let down = target == .paused ? ["a:paused"] : ["a:paused", "a:stopped", "a:destroyed"]
        #expect(log.lines == ["a:created", "a:started", "a:resumed"] + down)
        #expect(life.stage == target)
        hook.cancel()
    }

    @Test("twoObserversChangingState") func aMoveMadeInAStepReachesAll() throws {
        let life = life
        let hooks = [observe("a", at: .started) { try? life.move(to: .resumed) }, observe("b")]
        log.lines = []
        try life.move(to: .started)
        #expect(log.lines == ["a:started", "b:started", "a:resumed", "b:resumed"])
        withExtendedLifetime(hooks) {}
    }

    @Test("addDuringTraversing") func whoIsAddedDuringAStepIsToldInTurn() throws {
        var third: Registration?
        let hooks = [observe("a", at: .started) { third = observe("c") }, observe("b")]
        log.lines = []
        try life.move(to: .started)
        #expect(log.lines == ["a:started", "c:created", "b:started", "c:started"])
        withExtendedLifetime((hooks, third)) {}
    }

    @Test("addDuringAddition, siblingLimitationCheck") func noneOvertakesWhoCameBefore() throws {
        var added: [Registration] = []
        let first = observe("a", at: .resumed) {
            added.append(observe("b", at: .created) { added.append(observe("c")) })
        }
        log.lines = []
        try life.move(to: .resumed)
        #expect(
            log.lines == [
                "a:started", "a:resumed", "b:created", "b:started", "c:created", "c:started", "b:resumed", "c:resumed",
            ])
        first.cancel()
    }

    @Test("subscribeToDead") func observersOfTheDeadReceiveNothing() throws {
        try life.move(to: .destroyed)
        let hook = observe("a")
        #expect(log.lines.isEmpty)
        hook.cancel()
    }

    @Test("downEvents") func stepsDownAreToldInReverse() throws {
        try life.move(to: .resumed)
        let hooks = [observe("a"), observe("b")]
        log.lines = []
        try life.move(to: .destroyed)
        #expect(log.lines == ["b:paused", "a:paused", "b:stopped", "a:stopped", "b:destroyed", "a:destroyed"])
        withExtendedLifetime(hooks) {}
    }

    @Test("downEventsAddition") func whoIsAddedDuringAStepDownIsBroughtToItsEnd() throws {
        try life.move(to: .started)
        var third: Registration?
        let hooks = [observe("a"), observe("b", at: .stopped) { third = observe("c") }]
        log.lines = []
        try life.move(to: .stopped)
        #expect(log.lines == ["b:stopped", "c:created", "a:stopped"])
        try life.move(to: .destroyed)
        #expect(log.lines.suffix(3) == ["c:destroyed", "b:destroyed", "a:destroyed"])
        withExtendedLifetime((hooks, third)) {}
    }

    @Test("downEventsRemoveAll") func allMayBeRemovedDuringAStepDown() throws {
        try life.move(to: .resumed)
        var hooks: [Registration] = []
        hooks = [observe("a"), observe("b", at: .stopped) { for hook in hooks { hook.cancel() } }, observe("c")]
        log.lines = []
        try life.move(to: .destroyed)
        #expect(log.lines == ["c:paused", "b:paused", "a:paused", "c:stopped", "b:stopped"])
    }

    @Test("deadParentInAddition, deadParentWhileTraversing", arguments: [false, true])
    func whoIsAddedByOneThatLeavesIsBroughtUp(whileBroughtUp: Bool) throws {
        if whileBroughtUp { try life.move(to: .resumed) }
        var first: Registration?
        var added: [Registration] = []
        first = observe("a", at: .started) {
            first?.cancel()
            added = [observe("b"), observe("c")]
        }
        if !whileBroughtUp { try life.move(to: .started) }
        let others = log.lines.filter { !$0.hasPrefix("a") }
        #expect(others.filter { $0.hasSuffix("started") } == ["b:started", "c:started"])
        #expect(life.stage == (whileBroughtUp ? .resumed : .started))
        withExtendedLifetime(added) {}
    }

    @Test("removeCascade, siblingRemovalLimitationCheck1 and 2") func leavingWhileBroughtUpHoldsNobodyBack() throws {
        try life.move(to: .resumed)
        var second: Registration?
        var added: [Registration] = []
        let first = observe("a", at: .resumed) {
            second = observe("b", at: .created) { added.append(observe("c", at: .created) { second?.cancel() }) }
        }
        #expect(log.lines.filter { $0.hasPrefix("c") } == ["c:created", "c:started", "c:resumed"])
        log.lines = []
        try life.move(to: .paused)
        #expect(log.lines == ["c:paused", "a:paused"])
        first.cancel()
    }

    @Test("changeStateDuringDescending") func aWayUpMadeOnTheWayDownReachesTheNewcomer() throws {
        let life = life
        try life.move(to: .resumed)
        var second: Registration?
        let first = observe("a", at: .paused) {
            guard second == nil else { return }
            try? life.move(to: .resumed)
            second = observe("b")
        }
        log.lines = []
        try life.move(to: .paused)
        #expect(log.lines == ["a:paused", "b:created", "b:started", "a:resumed", "b:resumed"])
        first.cancel()
    }

    @Test("sameObserverReAddition") func whoLeftMayComeAgain() throws {
        let note = log.note("a")
        life.observe(note).cancel()
        let again = life.observe(note)
        log.lines = []
        try life.move(to: .started)
        #expect(log.lines == ["a:started"])
        again.cancel()
    }
}
