import Synchronization

/// One observation: who asked for it, where it is called, and whether it still may be.
final class Observer: Sendable {
    /// What is observed.
    let messageType: any Any.Type

    /// Where the observation was written.
    let location: SourceLocation

    /// Where calls wait that are made off the observer's actor; `nil` when it is called on the poster.
    let mailbox: Mailbox?

    private let isOwnerAlive: (@Sendable () -> Bool)?
    private let onEnd: (@Sendable () -> Void)?
    private let ended = Atomic(false)

    init(
        of messageType: any Any.Type,
        at location: SourceLocation,
        in mailbox: Mailbox? = nil,
        isOwnerAlive: (@Sendable () -> Bool)? = nil,
        onEnd: (@Sendable () -> Void)? = nil
    ) {
        self.messageType = messageType
        self.location = location
        self.mailbox = mailbox
        self.isOwnerAlive = isOwnerAlive
        self.onEnd = onEnd
    }

    /// Whether calls may still start.
    var isActive: Bool { !ended.load(ordering: .acquiring) }

    /// Whether its owner died.
    ///
    /// Loads a weak reference, which may release the owner: never call it under a lock.
    var isOrphaned: Bool { isOwnerAlive.map { !$0() } ?? false }

    /// Lets no more calls start, and finishes a sequence.
    func end() {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onEnd?()
    }
}
