/// A guard parked a navigation and named a place to open instead, and that could not be opened.
public struct RedirectError: Error, Sendable, Hashable {
    /// Why the place could not be opened.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private let name: String

        /// No handler dealt with it.
        public static let unhandled = Reason(name: "unhandled")

        /// One redirect led to the next too many times, as it happens when a guard also guards its own target.
        public static let tooManyHops = Reason(name: "too many hops")
    }

    /// Why the place could not be opened.
    public let reason: Reason

    /// The place that was to be opened.
    public let target: String

    /// The navigation that was parked last.
    public let parked: ParkedNavigation
}

extension RedirectError: CustomStringConvertible {
    /// Guard, target and reason in one sentence.
    public var description: String {
        let why = reason == .tooManyHops ? "after too many redirects" : "and no handler dealt with it"
        return "The guard “\(parked.guardName)” redirected to “\(target)”, \(why)."
    }
}
