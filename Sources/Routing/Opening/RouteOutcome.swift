/// The result of opening a URL.
///
/// ```swift
/// let outcome = await router.open("shop://cart/total")
/// let total = outcome.value(as: Int.self)  // what the handler returned
/// ```
public struct RouteOutcome: Sendable {
    /// The ways in which an opening can end.
    public enum Result: Sendable {
        /// A handler handled it.
        case handled

        /// Routes match, but all their handlers declined; these are the routes, in the order in which they were asked.
        case declined(by: [RegisteredRoute])

        /// No route matches, or the URL begins with none of the router's origins.
        case notFound

        /// A guard parked it; if it named another place, that was opened, and may have resumed this one meanwhile.
        case parked(ParkedNavigation)

        /// It redirects to this place, which was not opened, because the caller follows no redirects.
        ///
        /// The place is a whole URL, or a path where only a path was opened.
        case redirected(to: String)

        /// A guard refused it, for this reason.
        case refused(String)

        /// A handler or a guard threw, a redirect led nowhere (``RedirectError``), or the task was cancelled.
        case failed(any Error)

        /// The text is not a valid URL.
        case invalid(URLTextError)

        /// A guard or a handler must be awaited. Only the synchronous `open` has this result.
        ///
        /// No handler has handled the URL; those before that one were called and declined. It is safe to open it
        /// again.
        case needsAwait
    }

    /// How it ended.
    public internal(set) var result: Result

    /// The route that handled the URL, or whose guard, handler or redirect ended the opening.
    ///
    /// `nil` when no route matches, and when all that match declined. Of a navigation that was parked for another place, it is the
    /// route of that place.
    public internal(set) var route: RegisteredRoute?

    /// The targets of the redirects that were followed, in order.
    public internal(set) var redirects: [String] = []

    /// The sticky items that the caller passed, with those of the URL if it was handled.
    ///
    /// Store them, and pass them with the next URL that the same user opens.
    public internal(set) var sticky: [String: String]

    var returned: (any Sendable)?

    /// Whether a handler handled the URL.
    public var isHandled: Bool { if case .handled = result { true } else { false } }

    /// What the handler returned, or `nil` if it returned nothing or a value of another type.
    ///
    /// Of a navigation that was parked, it is what the handler of the place that was opened instead returned.
    public func value<Value>(as type: Value.Type = Value.self) -> Value? { returned as? Value }
}

extension RouteOutcome: CustomStringConvertible {
    /// The result, followed by the redirects.
    public var description: String {
        var text = "\(result)"
        if case .declined(let routes) = result {
            text = "declined by " + routes.map(\.description).joined(separator: ", ")
        }
        if let returned { text += ", returning \(returned)" }
        for redirect in redirects { text += " via " + redirect }
        return text.printed
    }
}

/// A URL that no handler handled.
public struct RouteMiss: Sendable {
    /// The URL as it was opened, or the one that the last redirect led to.
    public let url: String

    /// What the caller of `open` added.
    public let extras: [String: String]

    /// The routes that match and declined, in the order in which they were asked.
    public let declinedBy: [RegisteredRoute]

    /// Why typed routes that match could not be read from the URL.
    public let unreadable: [RouteValueError]
}

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

/// Whether an opening follows redirects.
public enum RedirectPolicy: Sendable, Hashable {
    /// Every redirect is followed.
    case all

    /// The first redirect ends the opening, as ``RouteOutcome/Result/redirected(to:)`` or as parked.
    case none
}
