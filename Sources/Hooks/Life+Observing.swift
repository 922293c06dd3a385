public import Dispatchers

extension Life {
    /// Runs a handler at every step from now on, and first at those that lead up to the present level, until the
    /// registration ends.
    ///
    /// Inside a handler that is catching up itself, the new one catches up after it.
    ///
    /// - Parameters:
    ///   - fileID: Where the observer is written.
    ///   - line: Where the observer is written.
    ///   - handler: What to do at a step; throwing refuses it. An error while it catches up ends the observation.
    /// - Returns: The token of the observer. Ending it delivers no steps down.
    /// - Throws: What the handler throws while it catches up.
    public func observe(
        fileID: StaticString = #fileID, line: Int = #line, _ handler: @escaping (LifeStep<Stage>) throws -> Void
    ) rethrows -> Registration {
        let (entry, registration) = append(.inline(handler), at: SourceLocation(fileID: fileID, line: line))
        guard !isCatchingUp else { return registration }
        isCatchingUp = true
        defer { endCatchingUp() }
        while let (observer, step) = nextMissed() {
            if observer.entry === entry {
                guard entry.starts else { continue }
                do { try handler(step) } catch {
                    entry.end()
                    throw error
                }
            } else {
                catchUp(observer, step)
            }
        }
        return registration
    }

    /// The same for a handler that is awaited: moves must then be awaited too.
    public nonisolated(nonsending) func observe(
        fileID: StaticString = #fileID, line: Int = #line,
        awaiting handler: @escaping (LifeStep<Stage>) async throws -> Void
    ) async throws -> Registration {
        let (entry, registration) = append(.awaiting(handler), at: SourceLocation(fileID: fileID, line: line))
        guard !isCatchingUp else { return registration }
        isCatchingUp = true
        var failure: (any Error)?
        while let (observer, step) = nextMissed() {
            do { try await observer.deliver(awaiting: step) } catch {
                observer.entry?.end()
                if observer.entry === entry { failure = error }
            }
        }
        isCatchingUp = false
        if !isMoving, let target = waiting.popLast() { try? await move(awaiting: target) }
        if let failure { throw failure }
        return registration
    }

    /// The steps from now on; they end with the life, and with the iteration.
    ///
    /// - Parameter policy: Which steps are kept for a slow iteration; by default the newest 64.
    /// - Returns: A sequence for one iteration, which buffers from now on.
    public func steps(
        buffering policy: AsyncStream<LifeStep<Stage>>.Continuation.BufferingPolicy = .bufferingNewest(64)
    ) -> AsyncStream<LifeStep<Stage>> {
        let (stream, continuation) = AsyncStream.makeStream(of: LifeStep<Stage>.self, bufferingPolicy: policy)
        streams.append(continuation)
        return stream
    }

    /// Adds an observer that is to catch up.
    ///
    /// One that is added during a step up catches up to where the step began, and receives the step in its turn.
    /// One that is added during a step down does not receive it, unless it is taken back.
    private func append(_ handler: Observer.Handler, at location: SourceLocation) -> (HookEntry, Registration) {
        let hook = Hook(kind: .after, subject: "\(Stage.self)", priority: 0, location: location)
        let entry = HookEntry(HookTerms(hook, .always), ()) { _ in }
        let isHeld = stepUnderWay.map { !$0.goesDown } ?? false
        let reached = isHeld ? stepUnderWay?.from ?? stage : stage
        let observer = Observer(
            entry: entry, handler: handler, lastCount: isHeld ? count - 1 : count, missed: reached.risingPath)
        append(observer)
        if stepUnderWay != nil, !isHeld { receivers.insert(observer, at: 0) }
        return (entry, entry.registration())
    }

    /// The next step that an observer missed, first observer first.
    private func nextMissed() -> (Observer, LifeStep<Stage>)? {
        while firstMissing < observers.count,
            observers[firstMissing].missed.isEmpty || observers[firstMissing].isEnded
        {
            firstMissing += 1
        }
        guard firstMissing < observers.count else { return nil }
        let index = firstMissing
        let step = LifeStep(from: observers[index].last, to: observers[index].missed.removeFirst())
        observers[index].last = step.to
        return (observers[index], step)
    }

    /// Delivers a missed step to an observer whose own call of `observe` has returned.
    private func catchUp(_ observer: Observer, _ step: LifeStep<Stage>) {
        do { try observer.deliver(step) } catch { observer.entry?.end() }
    }

    /// Carries out the moves that waited, whose errors have no caller to go to.
    private func endCatchingUp() {
        while let (observer, step) = nextMissed() { catchUp(observer, step) }
        isCatchingUp = false
        guard !isMoving, let target = waiting.popLast() else { return }
        do { try move(to: target) } catch { waiting = [] }
    }
}

extension Life.Observer {
    /// Delivers a step, unless the observation has ended or its handler has to be awaited.
    func deliver(_ step: LifeStep<Stage>) throws {
        guard case .inline(let handler) = handler, let entry, entry.starts else { return }
        defer { withExtendedLifetime(entry) {} }
        try handler(step)
    }

    /// Delivers a step, and awaits the handler.
    nonisolated(nonsending) func deliver(awaiting step: LifeStep<Stage>) async throws {
        guard let entry, entry.starts else { return }
        defer { withExtendedLifetime(entry) {} }
        switch handler {
        case .inline(let handler): try handler(step)
        case .awaiting(let handler):
            try await EnclosingHooks.run([ObjectIdentifier(entry)]) { try await handler(step) }
        }
    }
}
