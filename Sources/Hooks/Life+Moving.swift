extension Life {
    /// Moves the component to a stage, step by step.
    ///
    /// A move that is made during another one is queued and returns; it is dropped if the one under way is refused.
    ///
    /// - Throws: `LifeError`, or what an observer or a hook refused a step with.
    public func move(to target: Stage) throws {
        if observers.contains(where: \.isAwaiting) {
            throw LifeError(from: stage, to: target, reason: "it has an asynchronous observer")
        }
        guard try queue(target) else { return }
        perform { nextTask() }
        try endMoving()
    }

    /// Moves the component to a stage, step by step, awaiting each observer.
    ///
    /// - Throws: `LifeError`, or what an observer or a hook refused a step with.
    public nonisolated(nonsending) func move(awaiting target: Stage) async throws {
        guard try queue(target) else { return }
        await performAwaiting { nextTask() }
        try endMoving()
    }

    /// Does what comes next until there is nothing left, without awaiting it.
    func perform(_ next: () -> LifeTask<Stage>?) {
        while let task = next() {
            do {
                switch task {
                case .bringUp(let observer, let step), .deliver(let observer, let step): try observer.deliver(step)
                case .lead(let child, let stage): try child.move(to: stage)
                }
            } catch { didFail(task, error) }
        }
    }

    /// Does the same, and awaits it.
    nonisolated(nonsending) func performAwaiting(_ next: () -> LifeTask<Stage>?) async {
        while let task = next() {
            do {
                switch task {
                case .bringUp(let observer, let step), .deliver(let observer, let step):
                    try await observer.deliver(awaiting: step)
                case .lead(let child, let stage): try await child.move(awaiting: stage)
                }
            } catch { didFail(task, error) }
        }
    }
}

/// What a move consists of.
enum LifeTask<Stage: LifeStage> {
    /// Deliver a step that a late observer missed.
    case bringUp(LifeObserver<Stage>, LifeStep<Stage>)
    case deliver(LifeObserver<Stage>, LifeStep<Stage>)
    case lead(Life<Stage>, to: Stage)
}

/// Where a life is in a step: children go down before their parent and up after it, and those that received a step that is
/// refused receive the way back.
enum LifePhase {
    case resting, loweringChildren, delivering, rollingBack, raisingChildren
}

// What comes next, for moves that are awaited and moves that are not.

extension Life {
    /// The next task of the move under way, and after it of those that wait.
    func nextTask() -> LifeTask<Stage>? {
        if let (child, wish) = lowered { (child.wish, lowered) = (wish, nil) }
        while true {
            switch phase {
            case .resting:
                guard refusal == nil, let next = nextStep() else { return nil }
                (step, phase, remaining) = (next, .loweringChildren, next.goesDown ? liveChildren : [])
            case .loweringChildren:
                if let child = remaining.popLast() {
                    guard child.stage.level > step.to.level else { continue }
                    lowered = (child, child.wish)
                    return .lead(child, to: step.to)
                }
                takeStep()
            case .delivering:
                if let observer = nextObserver() { return .deliver(observer, step) }
                if waiting.first == stage { waiting.removeFirst() }
                raiseChildren()
            case .rollingBack:
                if let observer = receivers.popLast() {
                    if !observer.isEnded { return .deliver(observer, step.reversed) }
                } else {
                    raiseChildren()
                }
            case .raisingChildren:
                if let child = remaining.popLast() {
                    if child.canRise { return .lead(child, to: child.wish) }
                } else {
                    phase = .resting
                }
            }
        }
    }

    private func didFail(_ task: LifeTask<Stage>, _ error: any Error) {
        guard case .bringUp(let observer, _) = task else { return refuseStep(error) }
        observer.entry?.end()
        observer.failure = error
    }

    /// Refuses the step under way; errors on the way back and of children on their way up have no caller to go to.
    private func refuseStep(_ error: (any Error)?) {
        guard phase == .loweringChildren || phase == .delivering, let from = step.from else { return }
        (refusal, waiting, stage, wish) = (error, [], from, from)
        guard phase == .delivering else { return raiseChildren() }
        phase = .rollingBack
        // The observer that refused the step does not receive the way back.
        _ = receivers.popLast()
    }

    /// Puts a move in the queue, and answers whether the caller is to carry it out.
    private func queue(_ target: Stage) throws -> Bool {
        let start = waiting.last ?? stage
        guard start.path(to: target) != nil else {
            throw LifeError(from: start, to: target, reason: "no steps lead there")
        }
        waiting.append(target)
        return phase == .resting && !isCatchingUp
    }

    /// The next step of the first move that waits.
    private func nextStep() -> LifeStep<Stage>? {
        while let target = waiting.first {
            wish = target
            if let next = nextStage(to: target) { return LifeStep(from: stage, to: next) }
            waiting.removeFirst()
        }
        return nil
    }

    /// Takes the step inside the hooks of the lifecycle; one that they neither take nor refuse ends the move.
    private func takeStep() {
        do {
            try announce(step) {
                (stage, receivers, nextIndex) = (step.to, [], step.goesDown ? observers.count - 1 : 0)
                phase = .delivering
            }
            if phase == .loweringChildren { refuseStep(nil) }
        } catch { refuseStep(error) }
    }

    /// The next observer to receive the step: in order for a step up, in reverse for a step down.
    private func nextObserver() -> LifeObserver<Stage>? {
        while observers.indices.contains(nextIndex) {
            let observer = observers[nextIndex]
            nextIndex += step.goesDown ? -1 : 1
            guard !observer.isEnded else { continue }
            receivers.append(observer)
            return observer
        }
        return nil
    }

    private func raiseChildren() {
        (phase, receivers, remaining) = (.raisingChildren, [], liveChildren.reversed())
    }

    /// Ends a move, with the error that it was refused with.
    func endMoving() throws {
        let error = refusal
        if error != nil { (refusal, waiting) = (nil, []) }
        removeEnded()
        if let error { throw error }
    }

    /// Whether a parent has come up far enough for a child to go on to where it was sent.
    private var canRise: Bool { wish.level > stage.level && nextStage(to: wish) != nil }

    /// The next stage on the way to another one, if a parent allows it: any step down, and steps up to its own level.
    private func nextStage(to target: Stage) -> Stage? {
        guard let next = stage.path(to: target)?.first else { return nil }
        let isAllowed = next.level <= max(stage.level, parent?.stage.level ?? next.level)
        return isAllowed ? next : nil
    }
}
