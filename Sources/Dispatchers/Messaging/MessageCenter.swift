/// Events: one module says "this happened", and whoever listens hears it.
///
/// Any `Sendable` type is a message. Who posts and who observes know the type, and not each other.
///
/// ```swift
/// struct ItemAdded: Sendable { let name: String }
///
/// let center = MessageCenter()
/// let registration = center.observe(ItemAdded.self) { added in print("added", added.name) }
/// center.post(ItemAdded(name: "lamp"))
/// ```
///
/// An observer chooses where it runs by where it is written: in a screen of the main actor its handler runs on the main
/// actor, in an actor on that actor, elsewhere on the poster. `post` calls those that may run where it stands before it
/// returns, and leaves the message in the mailbox of the other actors; it never blocks a thread.
///
/// Observers of one isolation hear a message by priority, higher first, and then in the order of their registration,
/// whether they observe its type, a protocol that it conforms to, or a superclass. Messages of one thread reach every
/// observer in the order in which they were posted. A message posted by a handler follows once the one being delivered
/// has reached all its observers here.
///
/// A protocol that is observed should refine `Sendable`. Of one that does not, a conformance may be isolated to an actor;
/// whether a message conforms then depends on where its type is first posted.
///
/// A center keeps its observers' handlers alive, never their owners. It remembers each type that was ever observed or
/// posted; all else takes memory for live observations only. Observers whose owner died go at the next message for
/// them, or when the number of observations has doubled.
public final class MessageCenter: Sendable {
    /// Whether an asynchronous handler is running that a report led to.
    @TaskLocal static var isReporting = false

    let cycleLimit: Int
    let onError: @Sendable (DeliveryFailure) -> Void
    let onDeadLetter: (@Sendable (DeadLetter) -> Void)?
    private let state = Protected(State())

    private struct State: Sendable {
        var audience = Audience()
        var mailboxes = Mailboxes()
    }

    /// Creates a center without observers.
    ///
    /// - Parameters:
    ///   - cycleLimit: How many messages may lead to one another, each posted by a handler of the one before, until the
    ///     next is refused with a `PostCycle`; from 1 to 1,000. With an asynchronous handler a new count begins.
    ///   - onError: Told of a handler that threw and of a refused post, on the thread where that happened. A post that
    ///     stems from what it posts itself is refused without a word. Unless given, a line is written to standard error.
    ///   - onDeadLetter: Told, once, of a message that nobody received, on the thread that found out. What it posts
    ///     itself is never reported.
    public init(
        cycleLimit: Int = 100,
        onError: (@Sendable (DeliveryFailure) -> Void)? = nil,
        onDeadLetter: (@Sendable (DeadLetter) -> Void)? = nil
    ) {
        precondition((1...1_000).contains(cycleLimit), "the cycle limit is \(cycleLimit), which is not from 1 to 1,000")
        self.cycleLimit = cycleLimit
        self.onError = onError ?? { writeToStandardError("\($0)") }
        self.onDeadLetter = onDeadLetter
    }

    deinit {
        for entry in entries { entry.element.observer.end() }
    }

    /// Ends everything that the owner observes in this center.
    ///
    /// An owner need not do so: its observations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        let owner = ObjectIdentifier(owner)
        end { $0.removeAll(ownedBy: owner) }
    }

    /// All observations, first registered first.
    var entries: [Audience.Seats.Entry] {
        state.withLock { $0.audience.registry.all }
    }

    /// How many actors messages may wait for.
    var mailboxCount: Int {
        state.withLock { $0.mailboxes.count }
    }

    /// Whom a message reaches that is accepted now.
    func roster<Message: Sendable>(for message: Message) -> Roster<Message> {
        let type = ObjectIdentifier(Swift.type(of: message))
        // What is asked under the lock is not generic: the compiler can specialise it.
        let known = state.withLock { $0.audience.rosters[type] }
        return known as? Roster<Message> ?? state.withLock { $0.audience.makeRoster(for: message, type) }
    }

    func mailbox(of actor: (any Actor)?) -> Mailbox? {
        actor.map { actor in state.withLock { $0.mailboxes.mailbox(of: actor) } }
    }

    func insert(_ seat: Seat<some Sendable>, priority: Int, owner: ObjectIdentifier? = nil) -> Audience.Seats.Key {
        let (key, isSweepDue) = state.withLock { state in
            let key = state.audience.insert(seat, priority: priority, owner: owner)
            return (key, state.audience.registry.isSweepDue)
        }
        if isSweepDue { sweep() }
        return key
    }

    /// Takes observations out, ends them, and releases them outside of the lock.
    func end(_ take: (inout Audience) -> [any AnySeat]) {
        let removed = state.withLock { state in
            let removed = take(&state.audience)
            for case let mailbox? in removed.map(\.observer.mailbox) { state.mailboxes.release(mailbox) }
            return removed
        }
        for seat in removed { seat.observer.end() }
    }

    private func sweep() {
        let orphans = entries.filter(\.element.observer.isOrphaned).map(\.key)
        end { audience in
            defer { audience.didSweep() }
            return audience.removeAll(orphans)
        }
    }
}
