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
    final class Observer {
        /// The part that ends from any thread, which its token retains.
        weak let entry: HookEntry?
        /// `nil` of a handler that has to be awaited.
        private let handler: ((LifeStep<Stage>) throws -> Void)?
        private let awaiting: (LifeStep<Stage>) async throws -> Void

        init(
            _ entry: HookEntry, _ handler: ((LifeStep<Stage>) throws -> Void)?,
            _ awaiting: @escaping (LifeStep<Stage>) async throws -> Void
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
            defer { withExtendedLifetime(entry) {} }
            try await EnclosingHooks.run([ObjectIdentifier(entry)]) { try await awaiting(step) }
        }
    }

    struct WeakLife { weak var life: Life? }

    /// The current stage.
    public internal(set) var stage = Stage.initial

    let announce: (LifeStep<Stage>, () -> Void) throws -> Void
    let parent: Life?
    private(set) var children: [WeakLife] = []
    private(set) var observers: [Observer] = []
    /// How many children and observers there may be before those that are gone are removed: twice as many as were left.
    private var maxChildren = 16
    private var maxObservers = 16
    /// The steps that late observers still have to receive.
    private var missed: [(observer: Observer, step: LifeStep<Stage>)] = []
    /// Where it is to go, one after the other.
    var waiting: [Stage] = []
    var isMoving = false
    private(set) var isCatchingUp = false
    /// Where it was sent, though a parent may keep it lower.
    var wish = Stage.initial
    /// The step that observers are receiving, the next of them, and those that received it.
    var stepUnderWay: LifeStep<Stage>?
    var nextIndex = 0
    var receivers: [Observer] = []

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
    public func observe(
        fileID: StaticString = #fileID, line: Int = #line, _ handler: @escaping (LifeStep<Stage>) throws -> Void
    ) rethrows -> Registration {
        let (entry, registration) = append(
            handler, { try handler($0) }, HookTerms(.after, "\(Stage.self)", 0, fileID, line))
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
        let (entry, registration) = append(nil, handler, HookTerms(.after, "\(Stage.self)", 0, fileID, line))
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

    /// Adds an observer that is to catch up.
    ///
    /// One that is added during a step up catches up to where the step began, and receives the step in its turn.
    /// One that is added during a step down does not receive it, unless it is taken back.
    private func append(
        _ handler: ((LifeStep<Stage>) throws -> Void)?, _ awaiting: @escaping (LifeStep<Stage>) async throws -> Void,
        _ terms: HookTerms
    ) -> (HookEntry, Registration) {
        if observers.count >= maxObservers, !isMoving, !isCatchingUp { removeEnded() }
        let entry = HookEntry(terms, ()) { _ in }
        let observer = Observer(entry, handler, awaiting)
        observers.append(observer)
        var reached = stage
        if let step = stepUnderWay {
            if step.goesDown { receivers.insert(observer, at: 0) } else { reached = step.from ?? stage }
        }
        var last: Stage?
        for stage in reached.risingPath {
            missed.append((observer, LifeStep(from: last, to: stage)))
            last = stage
        }
        return (entry, entry.registration())
    }

    private func nextMissed() -> (observer: Observer, step: LifeStep<Stage>)? {
        missed.isEmpty ? nil : missed.removeFirst()
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

    private func append(_ child: Life) {
        if children.count >= maxChildren {
            children.removeAll { $0.life == nil }
            maxChildren = max(16, children.count * 2)
        }
        children.append(WeakLife(life: child))
    }

    /// Removes observers that were ended; not during a move or while observers catch up.
    func removeEnded() {
        guard !isCatchingUp else { return }
        let ended = observers.filter(\.isEnded)
        observers.removeAll(where: \.isEnded)
        maxObservers = max(16, observers.count * 2)
        withExtendedLifetime(ended) {}
    }
}

@available(*, unavailable)
extension Life: Sendable {}
