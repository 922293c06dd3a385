package import Hooks

extension Moment where Payload == Void {
    /// A screen was made.
    package static var didLoad: Self { Self("didLoad") }
}

extension Moment where Payload == Bool {
    /// A screen comes up, animated or not.
    package static var willAppear: Self { Self("willAppear") }
}
