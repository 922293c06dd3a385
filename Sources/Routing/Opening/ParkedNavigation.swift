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

    /// Feeds what would be stored to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(extras)
        hasher.combine(guardName)
        hasher.combine(parked)
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
