/// The context in which the caller of an event runs.
final class CallerContext: Sendable {
    let value: any Sendable

    init(_ value: any Sendable) {
        self.value = value
    }
}
