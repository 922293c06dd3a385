public import Dispatchers

/// The life of one component: the stage that it is in, and its observers.
///
/// ```swift
/// let life = Life<ScreenStage>()
/// let sound = life.observe { step in if step.to == .resumed { player.play() } }
/// try life.move(to: .resumed)
/// ```
///
/// - A move goes step by step along the shortest way. All observers receive a step before the next begins: steps
///   up in the order of observation, steps down in reverse.
/// - A late observer receives the steps that lead up to the present level. A cancelled one receives nothing more.
/// - A move made while another is under way, or while an observer catches up, waits for its end. One that leads nowhere
///   is an error at once.
/// - An observer that throws refuses the step: those that received it receive the way back, the stage is what it was,
///   the rest of the move and what waits are dropped, and `move(to:)` throws the error.
/// - A child is never at a higher level than its parent: it goes as far as it can, goes down before the parent, and goes on
///   to where it was sent when the parent comes up again. One that refuses to go down refuses the parent's step; one that
///   refuses to come up stays where it is.
///
/// A life belongs to the isolation that made it, as ``Lifecycle`` does. Given one of these and the component, it announces
/// each step there, so that hooks by type, protocol and pattern concern all components.
public final class Life<Stage: LifeStage> {
    private struct WeakLife { weak let life: Life? }

    /// The current stage.
    public internal(set) var stage = Stage.initial

    let announce: (LifeStep<Stage>, () -> Void) throws -> Void
    let parent: Life?
    private var children: [WeakLife] = []
    private(set) var observers: [LifeObserver<Stage>] = []
    /// The steps that late observers still have to receive.
    private var missed: [LifeTask<Stage>] = []
    private(set) var isCatchingUp = false
    /// Where it is to go, one after the other.
    var waiting: [Stage] = []
    /// Where it was sent, though a parent may keep it lower.
    var wish = Stage.initial
    var phase = LifePhase.resting
    /// The step under way, or the last one.
    var step = LifeStep(from: nil, to: Stage.initial)
    /// What the current phase still has to do with children, the last first.
    var remaining: [Life] = []
    /// The child that a step down is bringing down, and where that was sent.
    var lowered: (child: Life, wish: Stage)?
    /// The next observer to receive a step, and those that received it.
    var nextIndex = 0
    var receivers: [LifeObserver<Stage>] = []
    /// What the move under way was refused with.
    var refusal: (any Error)?

    /// Begins a life in the initial stage.
    ///
    /// - Parameter parent: Limits its level; it is kept alive.
    public convenience init(in parent: Life? = nil) { self.init(in: parent) { _, body in body() } }

    /// Begins the life of a component whose steps are announced to a lifecycle.
    ///
    /// - Parameters:
    ///   - component: Whose life it is; not kept alive. Its steps are announced for as long as it lives.
    ///   - parent: Limits its level; it is kept alive.
    ///   - lifecycle: Where hooks on the steps are.
    public convenience init<Component: AnyObject>(
        of component: Component, in parent: Life? = nil, announcedTo lifecycle: Lifecycle
    ) {
        self.init(in: parent) { [weak component] step, body in
            guard let component else { return body() }
            try lifecycle.announce(.step(of: Stage.self), to: component, step, at: SourceLocation()) { _ in body() }
        }
    }

    private init(in parent: Life?, announce: @escaping (LifeStep<Stage>, () -> Void) throws -> Void) {
        (self.parent, self.announce) = (parent, announce)
        parent?.append(self)
    }

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
    public func observe<Failure: Error>(
        fileID: StaticString = #fileID, line: Int = #line,
        _ handler: @escaping (LifeStep<Stage>) throws(Failure) -> Void
    ) throws(Failure) -> Registration {
        let (observer, registration) = append({ try handler($0) }, awaiting: { try handler($0) }, fileID, line)
        guard beginCatchingUp() else { return registration }
        perform { nextMissed() }
        if endCatchingUp() {
            perform { nextTask() }
            try? endMoving()
        }
        if let failure = observer.failure as? Failure { throw failure }
        return registration
    }

    /// The same for a handler that is awaited: moves must then be awaited too.
    public nonisolated(nonsending) func observe(
        fileID: StaticString = #fileID, line: Int = #line,
        awaiting handler: @escaping (LifeStep<Stage>) async throws -> Void
    ) async throws -> Registration {
        let (observer, registration) = append(nil, awaiting: handler, fileID, line)
        guard beginCatchingUp() else { return registration }
        await performAwaiting { nextMissed() }
        if endCatchingUp() {
            await performAwaiting { nextTask() }
            try? endMoving()
        }
        if let failure = observer.failure { throw failure }
        return registration
    }

    /// Adds an observer that is to catch up.
    ///
    /// One that is added during a step up catches up to where the step began, and receives the step in its turn.
    /// One that is added during a step down does not receive it, unless it is taken back.
    private func append(
        _ handler: ((LifeStep<Stage>) throws -> Void)?, awaiting: @escaping (LifeStep<Stage>) async throws -> Void,
        _ fileID: StaticString, _ line: Int
    ) -> (LifeObserver<Stage>, Registration) {
        if isSweepDue(at: observers.count), phase == .resting { removeEnded() }
        let entry = HookEntry(HookTerms(.after, "\(Stage.self)", 0, fileID, line))
        let observer = LifeObserver(entry, handler, awaiting: awaiting)
        observers.append(observer)
        var reached = stage
        if phase == .delivering {
            if step.goesDown { receivers.insert(observer, at: 0) } else { reached = step.from ?? stage }
        }
        var last: Stage?
        for stage in reached.risingPath {
            missed.append(.bringUp(observer, LifeStep(from: last, to: stage)))
            last = stage
        }
        return (observer, entry.registration())
    }

    private func beginCatchingUp() -> Bool {
        defer { isCatchingUp = true }
        return !isCatchingUp
    }

    /// Ends the catching up, and answers whether the moves that waited are to be carried out.
    private func endCatchingUp() -> Bool {
        isCatchingUp = false
        return phase == .resting && !waiting.isEmpty
    }

    private func nextMissed() -> LifeTask<Stage>? { missed.isEmpty ? nil : missed.removeFirst() }

    private func append(_ child: Life) {
        if isSweepDue(at: children.count) { children.removeAll { $0.life == nil } }
        children.append(WeakLife(life: child))
    }

    var liveChildren: [Life] { children.compactMap(\.life) }

    /// Removes observers that were ended; not during a move or while observers catch up.
    func removeEnded() {
        guard !isCatchingUp else { return }
        let ended = observers.filter(\.isEnded)
        observers.removeAll(where: \.isEnded)
        withExtendedLifetime(ended) {}
    }
}

@available(*, unavailable)
extension Life: Sendable {}

/// An observer of a life.
final class LifeObserver<Stage: LifeStage> {
    /// The part that ends from any thread, which its token retains.
    weak let entry: HookEntry?
    /// `nil` of one that has to be awaited.
    private let handler: ((LifeStep<Stage>) throws -> Void)?
    private let awaiting: (LifeStep<Stage>) async throws -> Void

    /// What it threw while it caught up.
    var failure: (any Error)?

    init(
        _ entry: HookEntry, _ handler: ((LifeStep<Stage>) throws -> Void)?,
        awaiting: @escaping (LifeStep<Stage>) async throws -> Void
    ) {
        (self.entry, self.handler, self.awaiting) = (entry, handler, awaiting)
    }

    var isEnded: Bool { entry?.isOver ?? true }
    var isAwaiting: Bool { handler == nil && !isEnded }

    /// Delivers a step, unless the observation has ended.
    func deliver(_ step: LifeStep<Stage>) throws {
        guard let entry, entry.starts else { return }
        defer { withExtendedLifetime(entry) {} }
        try handler?(step)
    }

    /// Delivers a step, and awaits the handler.
    nonisolated(nonsending) func deliver(awaiting step: LifeStep<Stage>) async throws {
        guard let entry, entry.starts else { return }
        try await HookPlan(retaining: [entry]).enclose { try await awaiting(step) }
    }
}
