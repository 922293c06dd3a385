/// A redirect that could not be followed.
public struct RedirectError: Error, Sendable, Equatable {
    /// Why the redirect could not be followed.
    enum Reason {
        /// A guard parked a navigation for it, and no handler handled it.
        case unhandled

        /// There were more than eight redirects in a row, for example because a guard also guards its own target.
        case tooManyHops

        /// It was parked again and again: a sign-in resumes although the user did not sign in.
        case tooManyResumptions

        /// A guard parked a navigation, and eight others waited already.
        case tooManyParked
    }

    let reason: Reason

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
