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
    struct Observer {
        enum Handler {
            case inline((LifeStep<Stage>) throws -> Void)
            case awaiting((LifeStep<Stage>) async throws -> Void)
        }

        /// The part that ends from any thread, which its token retains.
        weak let entry: HookEntry?
        let handler: Handler
        /// The number of the last step that it received.
        var lastCount: Int
        /// The stages that it still has to catch up with, and the last one that it received.
        var missed: [Stage]
        var last: Stage?

        var isEnded: Bool { entry?.isOver ?? true }
    }

    /// The current stage.
    public private(set) var stage = Stage.initial

    let announce: (LifeStep<Stage>, () -> Void) throws -> Void
    let parent: Life?
    var children: [WeakLife] = []
    var observers: [Observer] = []
    /// How many children and observers there may be before those that are gone are removed: twice as many as were left.
    private var maxChildren = 16
    private var maxObservers = 16
    /// Where the search for the next observer of the step under way goes on, and for the next that missed steps.
    var nextIndex = 0
    var firstMissing = 0
    /// Where it is to go, one after the other.
    var waiting: [Stage] = []
    var isMoving = false
    var isCatchingUp = false
    /// Where it was sent, though a parent may keep it lower.
    var wish = Stage.initial
    /// How many steps were taken.
    var count = 0
    /// The step that observers are receiving, and those that received it.
    var stepUnderWay: LifeStep<Stage>?
    var receivers: [Observer] = []
    /// The sequences of steps; one that has ended is removed at the next step.
    var streams: [AsyncStream<LifeStep<Stage>>.Continuation] = []
    /// The time spent in each stage, without the stay under way, and the time at which that began.
    private var stays: [Stage: Duration] = [:]
    private var arrival: Duration = .zero
    private let elapsed: () -> Duration

    struct WeakLife { weak var life: Life? }

    /// Begins a life in the initial stage.
    ///
    /// - Parameters:
    ///   - parent: Limits its level; it is kept alive.
    ///   - clock: Whose time counts for `time(in:)`.
    public convenience init(in parent: Life? = nil, clock: some Clock<Duration> = ContinuousClock()) {
        self.init(in: parent, clock: clock) { _, body in body() }
    }

    /// Begins the life of a component whose steps are announced to a lifecycle.
    ///
    /// - Parameters:
    ///   - component: Whose life it is; not kept alive. Its steps are announced for as long as it lives.
    ///   - parent: Limits its level; it is kept alive.
    ///   - lifecycle: Where hooks on the steps are.
    ///   - clock: Whose time counts for `time(in:)`.
    public convenience init<Component: AnyObject>(
        of component: Component, in parent: Life? = nil, announcedTo lifecycle: Lifecycle,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.init(in: parent, clock: clock) { [weak component] step, body in
            guard let component else { return body() }
            try lifecycle.announce(.step(of: Stage.self), to: component, step) { _ in body() }
        }
    }

    private init<Time: Clock<Duration>>(
        in parent: Life?, clock: Time, announce: @escaping (LifeStep<Stage>, () -> Void) throws -> Void
    ) {
        self.parent = parent
        self.announce = announce
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        parent?.append(self)
    }

    deinit { for stream in streams { stream.finish() } }

    /// How long the component has been in a stage in total.
    public func time(in stage: Stage) -> Duration {
        stays[stage, default: .zero] + (stage == self.stage ? elapsed() - arrival : .zero)
    }

    private func append(_ child: Life) {
        if children.count >= maxChildren {
            children.removeAll { $0.life == nil }
            maxChildren = max(16, children.count * 2)
        }
        children.append(WeakLife(life: child))
    }

    /// Adds an observer, and removes those that were ended when there are twice as many as were left last.
    func append(_ observer: Observer) {
        if observers.count >= maxObservers, !isMoving, !isCatchingUp { removeEnded() }
        observers.append(observer)
    }

    /// Removes observers that were ended; not during a move or while observers catch up, which go by index.
    func removeEnded() {
        let ended = observers.filter(\.isEnded)
        observers.removeAll(where: \.isEnded)
        maxObservers = max(16, observers.count * 2)
        firstMissing = observers.count
        withExtendedLifetime(ended) {}
    }

    /// Takes a step, or takes it back.
    func enter(_ stage: Stage) {
        let now = elapsed()
        stays[self.stage, default: .zero] += now - arrival
        arrival = now
        self.stage = stage
    }
}

@available(*, unavailable)
extension Life: Sendable {}
