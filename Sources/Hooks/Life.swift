public import SignalboxCore

/// The life of one component: the stage that it is in, and its observers.
///
/// ```swift
/// let life = Life<ScreenStage>()
/// let sound = life.observe { step in if step.to == .resumed { player.play() } }
/// try life.move(to: .resumed)
/// ```
///
/// - A move takes the shortest way, step by step. All observers receive a step before the next begins: steps up in the
///   order of observation, steps down in reverse.
/// - A late observer receives the steps that lead up to the current level. A cancelled one receives nothing more.
/// - A move made while another is under way, or while an observer catches up, waits for its end. One that leads nowhere
///   is an error at once.
/// - An observer that throws refuses the step: those that received it receive the way back, the stage is what it was,
///   the rest of the move and the moves that wait are dropped, and `move(to:)` throws the error.
///
/// A life belongs to the isolation that made it, as ``Lifecycle`` does. Given one of these and the component, it announces
/// each step there, so that hooks by type and protocol apply to all components.
public final class Life<Stage: LifeStage> {
    private struct Observer {
        /// Retained by its token, which ends it from any thread.
        weak let entry: HookEntry?
        let handler: (LifeStep<Stage>) throws -> Void

        func receive(_ step: LifeStep<Stage>) throws {
            guard let entry, !entry.isOver else { return }
            try withExtendedLifetime(entry) { try handler(step) }
        }
    }

    /// The current stage.
    public private(set) var stage = Stage.initial

    private let announce: (LifeStep<Stage>, () throws -> Void) throws -> Void
    private var observers: [Observer] = []
    /// Delivers to late observers the steps that they missed.
    private var catchingUp: [() -> Void] = []
    private var isCatchingUp = false
    /// The stages that it moves to, including that of the move under way.
    private var targets: [Stage] = []
    private var isMoving = false
    /// The step that observers receive now.
    private var step: LifeStep<Stage>?

    /// Begins a life in the initial stage.
    public init() { announce = { _, body in try body() } }

    /// Begins the life of a component whose steps are announced to a lifecycle.
    ///
    /// - Parameters:
    ///   - component: Whose life it is; not kept alive. Its steps are announced for as long as it lives.
    ///   - lifecycle: Where hooks on the steps are.
    public init<Component: AnyObject>(of component: Component, announcedTo lifecycle: Lifecycle) {
        announce = { [weak component] step, body in
            guard let component else { return try body() }
            try lifecycle.announce(.step(of: Stage.self), to: component, step, at: SourceLocation()) { _ in try body() }
        }
    }

    /// Runs a handler at every step from now on, and first at those that lead up to the current level, until the
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
    public func observe<Failure: Error>(
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping (LifeStep<Stage>) throws(Failure) -> Void
    ) throws(Failure) -> Registration {
        if isSweepDue(at: observers.count) { removeEnded() }
        let entry = HookEntry(HookTerms(.after, "\(Stage.self)", 0, fileID, line))
        observers.append(Observer(entry: entry, handler: handler))
        // A step up that is under way reaches the new observer in its turn; a step down does not.
        let reached = step.flatMap { $0.goesDown ? nil : $0.from } ?? stage
        var failure: Failure?
        catchingUp.append {
            var last: Stage?
            for stage in reached.risingPath where !entry.isOver {
                do throws(Failure) { try handler(LifeStep(from: last, to: stage)) } catch {
                    failure = error
                    entry.end()
                }
                last = stage
            }
        }
        catchUp()
        if let failure { throw failure }
        return entry.registration()
    }

    /// Moves the component to a stage, step by step.
    ///
    /// A move that is made during another one is queued and returns; it is dropped if the one under way is refused.
    ///
    /// - Throws: `LifeError`, or what an observer or a hook refused a step with.
    public func move(to target: Stage) throws {
        let start = targets.last ?? stage
        guard start.path(to: target) != nil else { throw LifeError(from: start, to: target) }
        targets.append(target)
        try carryOut()
    }

    private func catchUp() {
        guard !isCatchingUp else { return }
        isCatchingUp = true
        while !catchingUp.isEmpty { catchingUp.removeFirst()() }
        isCatchingUp = false
        // A handler that moved the component has returned: an error has no caller.
        try? carryOut()
    }

    /// Makes the queued moves, unless a move under way does so.
    private func carryOut() throws {
        guard !isMoving, !isCatchingUp, !targets.isEmpty else { return }
        isMoving = true
        defer {
            (isMoving, targets) = (false, [])
            removeEnded()
        }
        while let target = targets.first {
            for next in stage.path(to: target) ?? [] {
                let step = LifeStep(from: stage, to: next)
                try announce(step) { try take(step) }
                // Advice around the step may have withheld it.
                guard stage == next else { return }
            }
            targets.removeFirst()
        }
    }

    /// Delivers a step to the observers, and its reverse to those that received it if one refuses it.
    private func take(_ step: LifeStep<Stage>) throws {
        defer { self.step = nil }
        (stage, self.step) = (step.to, step)
        var index = step.goesDown ? observers.count - 1 : 0
        while observers.indices.contains(index) {
            do { try observers[index].receive(step) } catch {
                let received = step.goesDown ? Array(observers[(index + 1)...]) : observers[..<index].reversed()
                (stage, self.step, targets) = (step.reversed.to, nil, [])
                for observer in received { try? observer.receive(step.reversed) }
                throw error
            }
            index += step.goesDown ? -1 : 1
        }
    }

    /// Removes observers that were ended, unless some of them are about to receive a step.
    private func removeEnded() {
        guard !isMoving, !isCatchingUp else { return }
        let old = observers
        observers = old.filter { $0.entry?.isOver == false }
        withExtendedLifetime(old) {}
    }
}

@available(*, unavailable)
extension Life: Sendable {}
