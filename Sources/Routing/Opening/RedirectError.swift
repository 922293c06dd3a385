/// A place that was to be opened in place of another, and that could not be.
public struct RedirectError: Error, Sendable, Hashable {
    /// Why the place could not be opened.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private let name: String

        /// A guard parked a navigation for it, and no handler dealt with it.
        public static let unhandled = Reason(name: "unhandled")

        /// One redirect led to the next too many times, as it happens when a guard also guards its own target.
        public static let tooManyHops = Reason(name: "too many hops")
    }

    /// Why the place could not be opened.
    public let reason: Reason

    /// The place that was to be opened.
    public let target: String

    /// The navigation that was parked last; `nil` when none was.
    public let parked: ParkedNavigation?
}

extension RedirectError: CustomStringConvertible {
    /// Who redirected, target and reason in one sentence.
    public var description: String {
        let who = parked.map { "The guard “\($0.guardName)”" } ?? "A route"
        let why = reason == .tooManyHops ? "after too many redirects" : "and no handler dealt with it"
        return "\(who) redirected to “\(target)”, \(why)."
    }
}
