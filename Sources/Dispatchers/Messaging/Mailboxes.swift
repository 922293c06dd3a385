/// The mailboxes that are in use, one for each actor.
struct Mailboxes: Sendable {
    private var inUse: [ObjectIdentifier: (mailbox: Mailbox, users: Int)] = [:]

    var count: Int { inUse.count }

    /// The actor's mailbox, with one user more.
    mutating func mailbox(of actor: any Actor) -> Mailbox {
        let id = ObjectIdentifier(actor)
        // One found under this identity may be that of an actor that is gone; its observers keep it until they go too.
        let known = inUse[id].flatMap { $0.mailbox.belongs(to: actor) ? $0 : nil }
        let mailbox = known?.mailbox ?? Mailbox(of: actor)
        inUse[id] = (mailbox, (known?.users ?? 0) + 1)
        return mailbox
    }

    /// One user less; without users it is forgotten.
    mutating func release(_ mailbox: Mailbox) {
        guard let (known, users) = inUse[mailbox.actorID], known === mailbox else { return }
        inUse[mailbox.actorID] = users > 1 ? (mailbox, users - 1) : nil
    }
}
