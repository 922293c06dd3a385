extension Life {
    /// Moves the component to a stage, step by step.
    ///
    /// A move that is made during another one is queued and returns; it is dropped if the one under way is refused.
    ///
    /// - Throws: `LifeError`, or what an observer or a hook refused a step with.
    public func move(to target: Stage) throws {
        guard !observers.contains(where: \.isAwaiting) else { throw error(.needsAwait, to: target) }
        guard try queue(target) else { return }
        defer { endMoving() }
        while let step = nextStep() {
            do {
                for child in liveChildren.reversed() where step.goesDown { try child.lower(to: step.to) }
                try take(step)
                while let observer = nextObserver(for: step) { try observer.deliver(step) }
            } catch {
                refuse(step)
                while let observer = nextRollback() { try? observer.deliver(step.reversed) }
                for child in liveChildren where child.canRise { try? child.move(to: child.wish) }
                throw error
            }
            complete(step)
            for child in liveChildren where child.canRise { try? child.move(to: child.wish) }
        }
    }

    /// Moves the component to a stage, step by step, awaiting each observer.
    ///
    /// - Throws: `LifeError`, or what an observer or a hook refused a step with.
    public nonisolated(nonsending) func move(awaiting target: Stage) async throws {
        guard try queue(target) else { return }
        defer { endMoving() }
        while let step = nextStep() {
            do {
                for child in liveChildren.reversed() where step.goesDown { try await child.lower(awaiting: step.to) }
                try take(step)
                while let observer = nextObserver(for: step) { try await observer.deliver(awaiting: step) }
            } catch {
                refuse(step)
                while let observer = nextRollback() { try? await observer.deliver(awaiting: step.reversed) }
                for child in liveChildren where child.canRise { try? await child.move(awaiting: child.wish) }
                throw error
            }
            complete(step)
            for child in liveChildren where child.canRise { try? await child.move(awaiting: child.wish) }
        }
    }

    /// Brings a child down with its parent; it goes up again with it to where it was sent.
    private func lower(to target: Stage) throws {
        guard stage.level > target.level else { return }
        let wish = wish
        defer { self.wish = wish }
        try move(to: target)
    }

    private nonisolated(nonsending) func lower(awaiting target: Stage) async throws {
        guard stage.level > target.level else { return }
        let wish = wish
        defer { self.wish = wish }
        try await move(awaiting: target)
    }
}

// What comes next, for moves that await their observers and moves that do not.

extension Life {
    var liveChildren: [Life] { children.compactMap(\.life) }

    /// Whether a parent has come up far enough for a child to go on to where it was sent.
    var canRise: Bool {
        guard wish.level > stage.level, let next = stage.path(to: wish)?.first else { return false }
        return isAllowed(next)
    }

    /// Puts a move in the queue, and answers whether the caller is to carry it out.
    func queue(_ target: Stage) throws -> Bool {
        let start = waiting.last ?? stage
        guard start.path(to: target) != nil else { throw error(.unreachable, from: start, to: target) }
        waiting.append(target)
        guard !isMoving, !isCatchingUp else { return false }
        isMoving = true
        return true
    }

    /// The next step of the move under way, or of the next one.
    func nextStep() -> LifeStep<Stage>? {
        while let target = waiting.first {
            wish = target
            if let next = stage.path(to: target)?.first, isAllowed(next) { return LifeStep(from: stage, to: next) }
            waiting.removeFirst()
        }
        return nil
    }

    /// Takes a step inside the hooks of the lifecycle.
    func take(_ step: LifeStep<Stage>) throws {
        try announce(step) {
            stage = step.to
            stepUnderWay = step
            nextIndex = step.goesDown ? observers.count - 1 : 0
            receivers = []
        }
    }

    /// The next observer to receive a step: in order for a step up, in reverse for a step down.
    func nextObserver(for step: LifeStep<Stage>) -> Observer? {
        while observers.indices.contains(nextIndex) {
            let observer = observers[nextIndex]
            nextIndex += step.goesDown ? -1 : 1
            guard !observer.isEnded else { continue }
            receivers.append(observer)
            return observer
        }
        return nil
    }

    /// Takes a step back; the observer that refused it does not receive the way back.
    func refuse(_ step: LifeStep<Stage>) {
        waiting = []
        guard stepUnderWay != nil, let from = step.from else { return }
        stepUnderWay = nil
        if !receivers.isEmpty { receivers.removeLast() }
        (stage, wish) = (from, from)
    }

    /// The next observer to receive the way back, in reverse order.
    func nextRollback() -> Observer? {
        while let observer = receivers.popLast() { if !observer.isEnded { return observer } }
        return nil
    }

    /// Ends a step that was not refused.
    func complete(_ step: LifeStep<Stage>) {
        stepUnderWay = nil
        receivers = []
        if waiting.first == stage { waiting.removeFirst() }
    }

    func endMoving() {
        isMoving = false
        stepUnderWay = nil
        receivers = []
        removeEnded()
    }

    func error(_ reason: LifeError<Stage>.Reason, from: Stage? = nil, to: Stage) -> LifeError<Stage> {
        LifeError(reason: reason, from: from ?? stage, to: to)
    }

    /// Whether a parent allows a step: any step down, and steps up to its own level.
    private func isAllowed(_ next: Stage) -> Bool {
        guard let parent, next.level > stage.level else { return true }
        return next.level <= parent.stage.level
    }
}
