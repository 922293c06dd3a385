/// The decisions about one state in one center: who may change the value, and who delivers the changes.
///
/// A pure value, guarded by the lock of its `StateTopic`.
///
/// The changes of a state are delivered one after the other, by one thread at a time. Changes that are made meanwhile, by a handler or
/// by another thread, wait for that thread, and so does the first value of an observer. So an observer misses no change and receives
/// none twice.
struct StateMachine: Sendable {
    /// The storage of the value.
    enum Phase: Sendable {
        /// In the parent, whose value has not been received yet.
        case awaited
        /// In the parent, whose changes are followed here.
        case inherited
        /// Here: it was set in this center, or there is no parent.
        case own
        /// With a thread that changes it in place. It was here before (`isOwn`), in the parent and not received (`isAwaited`), or in the
        /// parent and followed.
        case updating(isOwn: Bool, isAwaited: Bool)
    }

    /// The maker of a change.
    enum Source: Sendable {
        case thisCenter
        case parent
    }

    /// The effect of a change.
    enum Change: Sendable {
        /// The value changes. The current thread delivers the change, and then those that wait.
        case deliver
        /// The value changes. The change waits for the thread that delivers.
        case enqueue
        /// The value changes. The change waits behind first values of observers, which no thread delivers yet. The current thread delivers
        /// these, and then the change.
        case enqueueAndDeliver
        /// A thread changes the value in place: wait for that, and try again.
        case waitForUpdate
        /// The parent's value does not count here any more.
        case ignore
    }

    /// The storage from which the value is read.
    enum Reading: Sendable {
        case here
        case parent
        /// A thread changes the value in place: wait for that, and try again.
        case waitForUpdate
    }

    private(set) var phase: Phase

    /// The number of deliveries that have begun, and of those that have ended.
    ///
    /// One number, so that a set does no more than with a Boolean value.
    private var deliverySteps = 0

    /// A Boolean value that indicates whether a thread delivers changes.
    var isDelivering: Bool { deliverySteps & 1 == 1 }

    /// The number of deliveries so far; `nil` while a thread delivers.
    var deliveriesIfIdle: Int? { isDelivering ? nil : deliverySteps / 2 }

    /// The changes that wait for the thread that delivers.
    private(set) var waiting = ChangeQueue()

    /// An observer that begins when there is a value.
    struct Newcomer: Sendable {
        let subscription: Subscription

        /// The chain that led to the observation.
        let cause: Cause
    }

    /// The observers that begin after an update, or when the parent's value has been received.
    private var postponed: [Newcomer] = []

    init(phase: Phase) {
        self.phase = phase
    }

    /// A Boolean value that indicates whether the state has the parent's value.
    var isInherited: Bool {
        switch phase {
        case .awaited, .inherited, .updating(isOwn: false, _): true
        case .own, .updating: false
        }
    }

    /// The storage from which the value is read now.
    var reading: Reading {
        switch phase {
        case .own: .here
        case .awaited, .inherited: .parent
        case .updating: .waitForUpdate
        }
    }

    /// A Boolean value that indicates whether the parent's value has not been received yet, and no update is under way.
    var isAwaited: Bool {
        if case .awaited = phase { true } else { false }
    }

    /// A Boolean value that indicates whether the parent's value has not been received yet.
    var isAwaiting: Bool {
        switch phase {
        case .awaited, .updating(isOwn: false, isAwaited: true): true
        case .inherited, .own, .updating: false
        }
    }

    /// A Boolean value that indicates whether observers have to wait for the first value: it is not known yet, or is taken out.
    var mustNewcomersWait: Bool {
        switch phase {
        case .awaited, .updating: true
        case .inherited, .own: false
        }
    }

    /// A Boolean value that indicates whether a thread changes a copy of the parent's value, which observers here have received.
    var isUpdatingInherited: Bool {
        if case .updating(isOwn: false, isAwaited: false) = phase { true } else { false }
    }

    /// Decides about a new value.
    mutating func change(by source: Source) -> Change {
        switch (source, phase) {
        case (.thisCenter, .updating): return .waitForUpdate
        case (.parent, .own), (.parent, .updating(isOwn: true, isAwaited: _)): return .ignore
        case (.thisCenter, _): phase = .own
        case (.parent, .updating): phase = .updating(isOwn: false, isAwaited: false)
        case (.parent, _): phase = .inherited
        }
        return electDeliverer()
    }

    /// Lets a thread take the value out to change it in place.
    ///
    /// - Returns: `true` if the value was here.
    mutating func beginUpdate() -> Bool {
        switch phase {
        case .own:
            phase = .updating(isOwn: true, isAwaited: false)
            return true
        case .awaited: phase = .updating(isOwn: false, isAwaited: true)
        case .inherited, .updating: phase = .updating(isOwn: false, isAwaited: false)
        }
        return false
    }

    /// Ends an update.
    ///
    /// - Parameters:
    ///   - isMade: `true` if the value was changed.
    ///   - isDelivered: `true` if the change has to be delivered.
    /// - Returns: `nil` if there is nothing to deliver.
    mutating func endUpdate(isMade: Bool, isDelivered: Bool) -> Change? {
        guard case .updating(let isOwn, let isAwaited) = phase else { return nil }
        phase = isMade || isOwn ? .own : isAwaited ? .awaited : .inherited
        return isMade && isDelivered ? electDeliverer() : nil
    }

    /// Decides who delivers a change.
    private mutating func electDeliverer() -> Change {
        guard beginDelivery() else { return .enqueue }
        return waiting.count == 0 ? .deliver : .enqueueAndDeliver
    }

    /// Elects the current thread to deliver, unless another one does.
    mutating func beginDelivery() -> Bool {
        if isDelivering { return false }
        deliverySteps &+= 1
        return true
    }

    /// Takes the change that has waited longest.
    ///
    /// Without one, the delivery ends.
    mutating func nextWaiting() -> WaitingChange? {
        let next = waiting.popFirst()
        if next == nil { deliverySteps &+= 1 }
        return next
    }

    /// Lets a change wait.
    ///
    /// If too many wait, the newest become one.
    ///
    /// - Returns: The changes that became one; `nil` if the change waits.
    mutating func enqueue(_ change: WaitingChange, limit: Int) -> ChangeQueue.Merged? {
        waiting.append(change, limit: limit)
    }

    /// Lets an observer begin when there is a value.
    mutating func postpone(_ newcomer: Newcomer) {
        postponed.append(newcomer)
    }

    /// Takes the observers that can begin now.
    mutating func takePostponed() -> [Newcomer] { postponed.isEmpty || mustNewcomersWait ? [] : takeAllPostponed() }

    /// Takes the observers that wait for a value.
    mutating func takeAllPostponed() -> [Newcomer] {
        defer { postponed = [] }
        return postponed
    }
}

/// A change that waits to be delivered.
struct WaitingChange: Sendable {
    let message: Envelope

    /// The observer that receives it as its first value; `nil` if it is for all observers.
    var newcomer: Subscription?
}

/// The changes of one state that wait, the oldest first.
struct ChangeQueue: Sendable {
    private var waiting = Queue<WaitingChange>()

    /// The number of changes that were merged with the one before.
    private(set) var mergedCount = 0

    /// A Boolean value that indicates whether nothing takes a change any more.
    private(set) var isFinished = false

    var count: Int { waiting.count }

    /// Two changes that became one, to be ended and released outside the lock.
    struct Merged: Sendable {
        let old: Envelope
        let new: Envelope

        /// Ends the deliveries of both.
        func end() {
            old.endDelivery(isReceived: true)
            new.endDelivery(isReceived: true)
        }
    }

    /// Lets a change wait.
    ///
    /// Beyond the limit the newest become one, if they are for the same observers.
    ///
    /// - Returns: The changes that became one; `nil` if the change waits.
    mutating func append(_ new: WaitingChange, limit: Int) -> Merged? {
        guard count >= limit, let last = waiting.last, last.newcomer == nil,
            let merged = (new.message.topic as? StateNode)?.merge(new.message, into: last.message)
        else {
            waiting.append(new)
            return nil
        }
        mergedCount += 1
        _ = waiting.replaceLast(with: WaitingChange(message: merged))
        return Merged(old: last.message, new: new.message)
    }

    mutating func popFirst() -> WaitingChange? { waiting.popFirst() }

    /// Ends the queue.
    ///
    /// - Returns: The changes that wait.
    mutating func finish() -> [WaitingChange] {
        isFinished = true
        defer { waiting = Queue() }
        return waiting.all
    }
}
