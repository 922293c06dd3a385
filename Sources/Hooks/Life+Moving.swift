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
                case .bringUp(let observer, let step), .deliver(let step, let observer): try observer.deliver(step)
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
                case .bringUp(let observer, let step), .deliver(let step, let observer):
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
    case deliver(LifeStep<Stage>, to: LifeObserver<Stage>)
    case lead(Life<Stage>, to: Stage)
}

/// Where a life is in its move.
enum LifePhase<Stage: LifeStage>: Equatable {
    case resting
    /// Children go down before their parent takes the step.
    case lowering(LifeStep<Stage>)
    case delivering(LifeStep<Stage>)
    /// Those that received a refused step receive the way back.
    case rollingBack(LifeStep<Stage>)
    /// Children go up as far as their parent allows.
    case raising
}

// What comes next, for moves that are awaited and moves that are not.

extension Life {
    /// The next task of the move under way, and after it of those that wait.
    func nextTask() -> LifeTask<Stage>? {
        if let (child, wish) = lowered { (child.wish, lowered) = (wish, nil) }
        while true {
            switch phase {
            case .resting:
                guard refusal == nil, let step = nextStep() else { return nil }
                remaining = step.goesDown ? liveChildren : []
                phase = .lowering(step)
            case .lowering(let step):
                guard let child = remaining.popLast() else {
                    take(step)
                    continue
                }
                guard child.stage.level > step.to.level else { continue }
                lowered = (child, child.wish)
                return .lead(child, to: step.to)
            case .delivering(let step):
                if let observer = nextObserver(for: step) { return .deliver(step, to: observer) }
                if waiting.first == stage { waiting.removeFirst() }
                raiseChildren()
            case .rollingBack(let step):
                guard let observer = receivers.popLast() else {
                    raiseChildren()
                    continue
                }
                if !observer.isEnded { return .deliver(step.reversed, to: observer) }
            case .raising:
                guard let child = remaining.popLast() else {
                    phase = .resting
                    continue
                }
                if child.canRise { return .lead(child, to: child.wish) }
            }
        }
    }

    /// Refuses the step under way; other errors have no caller to go to.
    private func didFail(_ task: LifeTask<Stage>, _ error: any Error) {
        if case .bringUp(let observer, _) = task {
            observer.entry?.end()
            observer.failure = error
        } else if case .lowering(let step) = phase {
            refuse(step, error)
            raiseChildren()
        } else if case .delivering(let step) = phase {
            refuse(step, error)
            // The observer that refused the step does not receive the way back.
            if !receivers.isEmpty { receivers.removeLast() }
            phase = .rollingBack(step)
        }
    }

    private func refuse(_ step: LifeStep<Stage>, _ error: (any Error)?) {
        (refusal, waiting) = (error, [])
        if let from = step.from { (stage, wish) = (from, from) }
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
            if let next = stage.path(to: target)?.first, isAllowed(next) { return LifeStep(from: stage, to: next) }
            waiting.removeFirst()
        }
        return nil
    }

    /// Takes a step inside the hooks of the lifecycle; one that they neither take nor refuse ends the move.
    private func take(_ step: LifeStep<Stage>) {
        do {
            try announce(step) {
                (stage, receivers, nextIndex) = (step.to, [], step.goesDown ? observers.count - 1 : 0)
                phase = .delivering(step)
            }
            guard phase == .lowering(step) else { return }
            refuse(step, nil)
            raiseChildren()
        } catch {
            refuse(step, error)
            raiseChildren()
        }
    }

    /// The next observer to receive a step: in order for a step up, in reverse for a step down.
    private func nextObserver(for step: LifeStep<Stage>) -> LifeObserver<Stage>? {
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
        (phase, receivers, remaining) = (.raising, [], liveChildren.reversed())
    }

    /// Ends a move, with the error that it was refused with.
    func endMoving() throws {
        let error = refusal
        if error != nil { (refusal, waiting) = (nil, []) }
        removeEnded()
        if let error { throw error }
    }

    /// Whether a parent has come up far enough for a child to go on to where it was sent.
    private var canRise: Bool {
        guard wish.level > stage.level, let next = stage.path(to: wish)?.first else { return false }
        return isAllowed(next)
    }

    /// Whether a parent allows a step: any step down, and steps up to its own level.
    private func isAllowed(_ next: Stage) -> Bool {
        guard let parent, next.level > stage.level else { return true }
        return next.level <= parent.stage.level
    }
}
