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
    @usableFromInline let board: Switchboard

    /// What a post looks at first, straight from where it is written.
    @usableFromInline let trace: Trace
    @usableFromInline let unheard: UnheardTypes
    let registrar: BoardRegistrar

    /// Kept alive, since a center that goes closes those inside it.
    private let parent: MessageCenter?

    /// Creates a center without observers.
    ///
    /// - Parameters:
    ///   - cycleLimit: How many messages may lead to one another, each posted by a handler of the one before, until the
    ///     next is refused with a `PostCycle`; from 1 to 1,000. With an asynchronous handler a new count begins.
    ///   - trace: What records messages, their deliveries and requests.
    ///   - clock: What measures the time that a request waits.
    ///   - onError: Told of a handler that threw and of a refused post, on the thread where that happened. A post that
    ///     stems from what it posts itself is refused without a word. Unless given, a line is written to standard error.
    ///   - onDeadLetter: Told, once, of a message that nobody received, on the thread that found out. What it posts
    ///     itself is never reported.
    public init(
        cycleLimit: Int = 100,
        trace: Trace = .shared,
        clock: any Clock<Duration> = ContinuousClock(),
        onError: (@Sendable (DeliveryFailure) -> Void)? = nil,
        onDeadLetter: (@Sendable (DeadLetter) -> Void)? = nil
    ) {
        precondition((1...1_000).contains(cycleLimit), "the cycle limit is \(cycleLimit), which is not from 1 to 1,000")
        parent = nil
        board = Switchboard(
            parent: nil, cycleLimit: cycleLimit, trace: trace, clock: clock,
            onError: onError ?? { writeToStandardError("\($0)") }, onDeadLetter: onDeadLetter)
        (self.trace, unheard, registrar) = (trace, board.unheard, BoardRegistrar(board))
    }

    /// Creates a center inside another one, whose messages go up to it.
    ///
    /// A message posted here reaches the observers here, and then those of the parent and of its parents, each at most
    /// once; a handler that consumes it keeps it from all who come after. A request that nobody here answers goes up too.
    /// Nothing comes down. The limit of cycles, the trace, the clock and the handlers of errors and dead letters are the parent's.
    ///
    /// - Parameter parent: What this center is a part of. It is kept alive, and closing it closes this one.
    public init(parent: MessageCenter) {
        self.parent = parent
        board = Switchboard(
            parent: parent.board, cycleLimit: parent.board.cycleLimit, trace: parent.board.trace,
            clock: parent.board.clock, onError: parent.board.onError, onDeadLetter: parent.board.onDeadLetter)
        (trace, unheard, registrar) = (board.trace, board.unheard, BoardRegistrar(board))
    }

    deinit {
        close()
    }

    /// Ends everything in this center and in those inside it, at once and for good.
    ///
    /// Posts are accepted no more, and say so; sequences finish; requests that wait fail with `RequestError.Reason.closed`; no
    /// handler is called any more, and a new observation ends before it begins. A handler that is running may end, and may
    /// be the one that calls this.
    public func close() {
        board.close()
    }

    /// Ends everything that the owner observes or answers in this center.
    ///
    /// An owner need not do so: its observations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        let owner = ObjectIdentifier(owner)
        board.end { $0.removeAll(ownedBy: owner) }
        board.endResponders { $0.owner == owner }
    }
}
