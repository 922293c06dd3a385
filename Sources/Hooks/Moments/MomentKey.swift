/// The name and the type of a moment.
struct MomentKey: Hashable {
    let name: String
    let type: ObjectIdentifier

    init<Payload>(_ moment: Moment<Payload>) {
        name = moment.name
        type = ObjectIdentifier(Moment<Payload>.self)
    }

    init<Payload>(_ moment: AwaitedMoment<Payload>) {
        name = moment.name
        type = ObjectIdentifier(AwaitedMoment<Payload>.self)
    }
}
