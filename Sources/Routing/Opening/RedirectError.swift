/// A redirect that could not be followed.
public struct RedirectError: Error, Sendable, Equatable {
    /// The reasons why a redirect could not be followed.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// No handler handled the target for which a navigation was parked.
        case unhandled

        /// More than eight redirects in a row, for example because a guard also guards its own target.
        case tooManyHops

        /// Too many nested resumptions: a sign-in resumes although the user did not sign in.
        case tooManyResumptions

        /// Too many navigations that wait for one another.
        case tooManyParked
    }

    /// The reason why the redirect could not be followed.
    public let reason: Reason

    /// The target of the redirect.
    public let target: String

    /// The navigation that was parked last, or `nil` if none was.
    public let parked: ParkedNavigation?
}

extension RedirectError: CustomStringConvertible {
    /// The target and the reason, in one sentence.
    public var description: String {
        let who = parked.map { "The guard " + $0.guardName.quoted } ?? "A route"
        return switch reason {
        case .unhandled: "\(who) redirected to \(target.quoted), and no handler dealt with it."
        case .tooManyHops: "\(who) redirected to \(target.quoted), after too many redirects."
        case .tooManyResumptions:
            "\(target.quoted) was resumed too often: it led to a handler that resumed it again."
        case .tooManyParked:
            "\(target.quoted) cannot be parked: \(ParkedNavigation.maximumDepth) navigations wait for one another."
        }
    }
}
