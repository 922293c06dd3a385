/// Somebody who is asked before a handler runs.
///
/// ```swift
/// let signedIn = Guard("signed in") { navigation in
///     await session.isSignedIn ? .proceed : .park(redirect: "/sign-in")
/// }
/// ```
///
/// Guards of an outer group are asked before those of an inner one, and those of one group in their order. They are asked
/// each time, also when a parked navigation is resumed. One that throws ends the opening as failed. It may look at what is
/// known about the route, such as `match.route.metadata`.
public struct Guard: Sendable {
    /// What a guard decides.
    public enum Decision: Sendable, Hashable {
        /// The next guard is asked, or the handler runs.
        case proceed

        /// The URL is not opened, for this reason.
        case refuse(String)

        /// The URL is not opened now. It is kept, to be resumed; meanwhile another place may be opened.
        ///
        /// The other place is a path of the router, beginning with a slash, or a whole URL.
        case park(redirect: String? = nil)

        /// Another place is opened instead, with the same extras and payload; the URL is not kept.
        ///
        /// The other place is a path of the router, beginning with a slash, or a whole URL.
        case redirect(to: String)
    }

    /// What the guard makes sure of.
    public let name: String

    let decide: @Sendable (RouteMatch) async throws -> Decision

    /// Makes a guard.
    ///
    /// It runs on the isolation that it was written in.
    public init(
        _ name: String,
        @_inheritActorContext decide: @escaping @isolated(any) @Sendable (RouteMatch) async throws -> Decision
    ) {
        self.name = name
        self.decide = { match in try await decide(match) }
    }
}

/// A navigation that a guard put aside, to be resumed later; it can be stored until the next launch.
///
/// Resuming opens the URL afresh: all guards are asked again. Only text is stored, so that what was stored can do no more
/// than any URL that is opened. The payload of the call goes along as long as the value stays in memory: it is neither
/// stored nor compared.
public struct ParkedNavigation: Sendable {
    private let content: Content

    /// All of it in one object, since outcomes, errors and matches may have one.
    private final class Content: Sendable {
        let request: OpenRequest
        let guardName: String

        init(_ request: OpenRequest, _ guardName: String) {
            self.request = request
            self.guardName = guardName
        }
    }

    init(_ request: OpenRequest, by guardName: String) { content = Content(request, guardName) }

    var request: OpenRequest { content.request }

    /// The name of the guard that parked it.
    public var guardName: String { content.guardName }

    /// The URL that was to be opened.
    public var url: String { request.url }

    /// What the caller of `open` had added.
    public var extras: [String: String] { request.extras }

    /// The navigation that this one was opened in place of, when it was a redirect itself.
    public var parked: ParkedNavigation? { request.parked }
}

extension ParkedNavigation: Hashable {
    /// Whether both would be stored alike.
    public static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.extras == right.extras && left.guardName == right.guardName
            && left.parked == right.parked
    }

    /// Feeds URL and guard to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(guardName)
    }
}

extension ParkedNavigation: CustomStringConvertible {
    /// The URL and the guard, and behind them the navigation that waits for this one; never the payload.
    public var description: String {
        "“\(url)” by “\(guardName)”" + (parked.map { ", then \($0)" } ?? "")
    }
}

extension ParkedNavigation: Codable {
    private enum CodingKeys: CodingKey {
        case url
        case extras
        case guardName
        case waiting
    }

    /// Reads what was stored; there is no payload then.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let request = OpenRequest(
            url: try container.decode(String.self, forKey: .url),
            extras: try container.decode([String: String].self, forKey: .extras),
            parked: try container.decode([ParkedNavigation].self, forKey: .waiting).first)
        self.init(request, by: try container.decode(String.self, forKey: .guardName))
    }

    /// Stores everything but the payload.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encode(extras, forKey: .extras)
        try container.encode(guardName, forKey: .guardName)
        try container.encode(parked.map { [$0] } ?? [], forKey: .waiting)
    }
}
