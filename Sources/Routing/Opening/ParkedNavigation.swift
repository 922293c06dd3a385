/// A navigation that a guard put aside, to be resumed later; it can be stored until the next launch.
///
/// Resuming opens the URL afresh: all guards are asked again. Only text is stored, so that what was stored can do no more
/// than any URL that is opened. The payload of the call goes along as long as the value stays in memory: it is neither
/// stored nor compared.
public struct ParkedNavigation: Sendable {
    /// The URL that was to be opened.
    public let url: String

    /// What the caller of `open` had added.
    public let extras: [String: String]

    /// The name of the guard that parked it.
    public let guardName: String

    /// The navigation that was parked before, and that this one was opened in place of; at most one.
    private let waiting: [ParkedNavigation]

    let payload: (any Sendable)?

    init(_ request: OpenRequest, by guardName: String) {
        url = request.url
        extras = request.extras
        payload = request.payload
        self.guardName = guardName
        waiting = request.parked.map { [$0] } ?? []
    }

    /// The navigation that this one was opened in place of, when it was a redirect itself.
    public var parked: ParkedNavigation? { waiting.first }
}

extension ParkedNavigation: Hashable {
    /// Whether both would be stored alike.
    public static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.extras == right.extras && left.guardName == right.guardName
            && left.waiting == right.waiting
    }

    /// Feeds what would be stored to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(extras)
        hasher.combine(guardName)
        hasher.combine(waiting)
    }
}

extension ParkedNavigation: CustomStringConvertible {
    /// The URL and the guard, and behind them the navigation that waits for this one; never the payload.
    public var description: String {
        (["“\(url)” by “\(guardName)”"] + waiting.map(\.description)).joined(separator: ", then ")
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
        url = try container.decode(String.self, forKey: .url)
        extras = try container.decode([String: String].self, forKey: .extras)
        guardName = try container.decode(String.self, forKey: .guardName)
        waiting = try container.decode([ParkedNavigation].self, forKey: .waiting)
        payload = nil
    }

    /// Stores everything but the payload.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encode(extras, forKey: .extras)
        try container.encode(guardName, forKey: .guardName)
        try container.encode(waiting, forKey: .waiting)
    }
}
