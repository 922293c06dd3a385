/// A navigation that a guard postponed; it can be resumed later, and stored until the next launch.
///
/// Resuming opens the URL again as it was opened, and asks all guards again. Only the URLs, the names of the guards and
/// the router and the policies of redirects are stored, so that stored data can do no more than any URL that is opened.
/// The extras and the payload of the caller, and the question of `ask`, are kept as long as the value stays in memory:
/// they are neither stored nor compared.
///
/// A navigation that is opened instead of a parked one can be parked, too. Up to eight navigations wait for one another
/// in this way; an opening that would add a ninth fails.
public final class ParkedNavigation: Sendable {
    static let maximumDepth = 8
    static let maximumResumptions = 16

    /// The URL that was to be opened.
    public let url: String

    /// The name of the guard that parked it, or `held` if the router had not begun.
    public let guardName: String

    /// The name of the router that was opened, or `nil` if it has none, or if an earlier version stored the navigation.
    public let routerName: String?

    /// The way in which the opening followed redirects, which resuming follows by default.
    public let redirectPolicy: RedirectPolicy

    /// A Boolean value that indicates whether a path was opened instead of a whole URL.
    public var isPath: Bool { url.begins(with: "/") }

    /// The URL as the target of a redirect of a server, or `nil` if a browser would read it as another host.
    ///
    /// A route with a `*` takes a path such as `//evil.example`, too.
    public var redirectTarget: String? { try? Addressing.checked(url) }

    /// The values that the caller of `open` added.
    public let extras: [String: String]

    private let payload: (any Sendable)?

    private let question: RouteQuestion?

    /// The number of nested resumptions that led to this navigation: each was made by the handler of
    /// the navigation before.
    private let resumptionCount: Int

    /// The parked navigation for which this one was opened.
    public let parked: ParkedNavigation?

    /// Parks what is to be opened; `nil` when too many navigations wait already.
    ///
    /// A navigation that waits already is not added again: guards that park for each other get the same one each time.
    init?(_ request: OpenRequest, by guardName: String, of router: Router) {
        var same = request.parked
        while let other = same,
            !(other.url.hasSameBytes(as: request.url) && other.guardName.hasSameBytes(as: guardName))
        {
            same = other.parked
        }
        parked = same == nil ? request.parked : same?.parked
        guard parked?.depth ?? 0 < Self.maximumDepth else { return nil }
        url = request.url
        extras = request.extras
        payload = request.payload
        question = request.question
        routerName = router.name
        redirectPolicy = request.redirects
        self.guardName = guardName
        resumptionCount = 0
    }

    /// The navigation for a handler, after so many resumptions that led there.
    init(_ navigation: ParkedNavigation, after resumptionCount: Int) {
        url = navigation.url
        guardName = navigation.guardName
        extras = navigation.extras
        payload = navigation.payload
        question = navigation.question
        routerName = navigation.routerName
        redirectPolicy = navigation.redirectPolicy
        self.resumptionCount = resumptionCount
        parked = navigation.parked.map { ParkedNavigation($0, after: resumptionCount) }
    }

    /// Reads a navigation and those that wait for it, of which a list has at most so many more.
    private init(
        from list: inout any UnkeyedDecodingContainer, atMost count: Int, after resumptionCount: Int
    ) throws {
        guard count > 0, !list.isAtEnd else {
            let sentence = "A parked navigation has 1 to \(Self.maximumDepth) navigations."
            throw DecodingError.dataCorruptedError(in: list, debugDescription: sentence)
        }
        let container = try list.nestedContainer(keyedBy: CodingKeys.self)
        url = try container.decode(String.self, forKey: .url)
        guardName = try container.decode(String.self, forKey: .guardName)
        routerName = try container.decodeIfPresent(String.self, forKey: .router)
        let isFollowing = try container.decodeIfPresent(Bool.self, forKey: .followsRedirects) ?? true
        redirectPolicy = isFollowing ? .all : .none
        extras = [:]
        payload = nil
        question = nil
        self.resumptionCount = resumptionCount
        parked = list.isAtEnd ? nil : try ParkedNavigation(from: &list, atMost: count - 1, after: resumptionCount)
    }

    /// The number of navigations that wait for one another, this one included.
    private var depth: Int { 1 + (parked?.depth ?? 0) }

    /// The request that opens the navigation again.
    var request: OpenRequest {
        OpenRequest(
            url: url, isPath: isPath, extras: extras, payload: payload, question: question, redirects: redirectPolicy,
            parked: parked, resumptionCount: resumptionCount + 1)
    }
}

extension ParkedNavigation: Hashable {
    /// Returns whether both have the same URL, guard, router and policy, and so have those that wait for them; text is
    /// compared by its bytes.
    public static func == (left: ParkedNavigation, right: ParkedNavigation) -> Bool {
        left.url.hasSameBytes(as: right.url) && left.guardName.hasSameBytes(as: right.guardName)
            && left.routerName?.bytes == right.routerName?.bytes && left.redirectPolicy == right.redirectPolicy
            && left.parked == right.parked
    }

    /// Feeds the URLs and the guards to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url.bytes)
        hasher.combine(guardName.bytes)
        hasher.combine(parked)
    }
}

extension ParkedNavigation: CustomStringConvertible {
    /// The URL and the guard, followed by the navigation that waits for this one; neither extras nor payload.
    public var description: String {
        url.quoted + " by " + guardName.quoted + (parked.map { ", then " + $0.description } ?? "")
    }
}

/// The stored form is a list, since one that nests would be read and written by as many calls as it is deep.
extension ParkedNavigation: Codable {
    private enum CodingKeys: CodingKey {
        case version, resumptions, navigations, url, guardName, router, followsRedirects
    }

    /// The version of the stored form that is read and written.
    private static let version = 1

    /// Reads a stored navigation, which has no extras and no payload.
    ///
    /// - Throws: A `DecodingError`, also for a form of another version.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard (try? container.decode(Int.self, forKey: .version)) == Self.version else {
            let sentence = "A parked navigation can only be read in version \(Self.version) of its stored form."
            throw DecodingError.dataCorruptedError(forKey: .version, in: container, debugDescription: sentence)
        }
        let resumptionCount = try container.decodeIfPresent(Int.self, forKey: .resumptions) ?? 0
        guard (0...Self.maximumResumptions).contains(resumptionCount) else {
            let sentence = "A parked navigation was resumed 0 to \(Self.maximumResumptions) times."
            throw DecodingError.dataCorruptedError(forKey: .resumptions, in: container, debugDescription: sentence)
        }
        var list = try container.nestedUnkeyedContainer(forKey: .navigations)
        try self.init(from: &list, atMost: Self.maximumDepth, after: resumptionCount)
    }

    /// Stores the URLs, the names of the guards and the router, the policies of redirects, and the number of nested resumptions if there were any.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        if resumptionCount > 0 { try container.encode(resumptionCount, forKey: .resumptions) }
        var list = container.nestedUnkeyedContainer(forKey: .navigations)
        var next: ParkedNavigation? = self
        while let navigation = next {
            var container = list.nestedContainer(keyedBy: CodingKeys.self)
            try container.encode(navigation.url, forKey: .url)
            try container.encode(navigation.guardName, forKey: .guardName)
            try container.encodeIfPresent(navigation.routerName, forKey: .router)
            if navigation.redirectPolicy == .none { try container.encode(false, forKey: .followsRedirects) }
            next = navigation.parked
        }
    }
}
