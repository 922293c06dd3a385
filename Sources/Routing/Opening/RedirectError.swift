/// A place that was to be opened in place of another, and that could not be.
public struct RedirectError: Error, Sendable, Hashable {
    /// Why the place could not be opened.
    public enum Reason: Sendable, Hashable {
        /// A guard parked a navigation for it, and no handler handled it.
        case unhandled

        /// One redirect led to the next more than eight times, as it happens when a guard also guards its own target.
        case tooManyHops

        /// A resumed navigation led to a handler that resumes more than eight times, one inside of the other.
        ///
        /// That happens when a sign-in resumes what was parked although it did not sign in.
        case tooManyResumptions

        /// A guard parked a navigation, and ``ParkedNavigation/maximumDepth`` others waited already.
        case tooManyParked
    }

    /// Why the place could not be opened.
    public let reason: Reason

    /// The place that was to be opened.
    public let target: String

    /// The navigation that was parked last; `nil` when none was.
    public let parked: ParkedNavigation?
}

extension RedirectError {
    /// Whether both say the same; targets are compared by their bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.target.hasSameBytes(as: right.target) && left.parked == right.parked
    }

    /// Feeds reason and target to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(bytesOf: target)
    }
}

extension RedirectError: CustomStringConvertible {
    /// Who redirected, the place and the reason in one sentence.
    public var description: String {
        let who = parked.map { "The guard " + $0.guardName.quoted } ?? "A route"
        return switch reason {
        case .unhandled: "\(who) redirected to \(target.quoted), and no handler dealt with it."
        case .tooManyHops: "\(who) redirected to \(target.quoted), after too many redirects."
        case .tooManyResumptions:
            "\(target.quoted) was resumed inside of too many others: it led to a handler that resumed it again."
        case .tooManyParked:
            "\(target.quoted) cannot be parked: \(ParkedNavigation.maximumDepth) navigations wait for one another."
        }
    }
}
