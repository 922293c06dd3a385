/// A navigation that a guard postponed; it can be resumed later, and stored until the next launch.
///
/// Resuming opens the URL again, and asks all guards again. Only the URLs and the names of the guards are stored, so that
/// stored data can do no more than any URL that is opened. The extras and the payload of the caller are kept as long as the
/// value stays in memory: they are neither stored nor compared.
///
/// A navigation that is opened instead of a parked one can be parked, too. Up to eight navigations wait for one another in
/// this way; an opening that would add a ninth fails.
public struct ParkedNavigation: Sendable {
    static let maximumDepth = 8
    static let maximumResumptions = 16

    /// This navigation, and behind it those that wait for it; never empty.
    private let chain: [Navigation]

    struct Navigation: Sendable {
        let url: String
        let guardName: String
        var extras: [String: String] = [:]
        var payload: (any Sendable)?
        /// How often what led to it was resumed and parked again, each time for the handler that resumed it.
        var resumptionCount = 0
    }

    private init(_ chain: [Navigation]) { self.chain = chain }

    /// Parks what is to be opened; `nil` when too many navigations wait already.
    ///
    /// A navigation that waits already is not added again: guards that park for each other get the same one each time.
    init?(_ request: OpenRequest, by guardName: String) {
        let navigation = Navigation(
            url: request.url, guardName: guardName, extras: request.extras, payload: request.payload)
        var waiting = request.parked?.chain ?? []
        if let same = waiting.firstIndex(of: navigation) { waiting.removeFirst(same + 1) }
        guard waiting.count < Self.maximumDepth else { return nil }
        chain = [navigation] + waiting
    }

    /// What opens the navigation again.
    var request: OpenRequest {
        OpenRequest(
            url: url, isPath: url.begins(with: "/"), extras: extras, payload: chain[0].payload, parked: parked,
            resumptionCount: chain[0].resumptionCount + 1)
    }

    /// The navigation for a handler, after so many resumptions that led there.
    func seen(after resumptionCount: Int) -> ParkedNavigation {
        var chain = chain
        for index in chain.indices { chain[index].resumptionCount = resumptionCount }
        return ParkedNavigation(chain)
    }

    /// The name of the guard that parked it.
    public var guardName: String { chain[0].guardName }

    /// The URL that was to be opened.
    public var url: String { chain[0].url }

    /// What the caller of `open` added.
    public var extras: [String: String] { chain[0].extras }

    /// The parked navigation for which this one was opened.
    public var parked: ParkedNavigation? { chain.count > 1 ? ParkedNavigation(Array(chain.dropFirst())) : nil }
}

/// Two are equal if their stored forms are.
extension ParkedNavigation: Hashable {}

extension ParkedNavigation.Navigation: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.url.hasSameBytes(as: right.url) && left.guardName == right.guardName
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(url.bytes)
        hasher.combine(guardName)
    }
}

extension ParkedNavigation: CustomStringConvertible {
    /// The URL and the guard, followed by the navigation that waits for this one; neither extras nor payload.
    public var description: String {
        chain.map { $0.url.quoted + " by " + $0.guardName.quoted }.joined(separator: ", then ")
    }
}

extension ParkedNavigation.Navigation: Codable {
    enum CodingKeys: CodingKey {
        case url, guardName
    }
}

/// The stored form is a list, since one that nests would be read and written by as many calls as it is deep.
extension ParkedNavigation: Codable {
    private enum CodingKeys: CodingKey {
        case version, navigations
    }

    /// The version of the stored form that is read and written.
    private static let version = 1

    /// Reads a stored navigation, which has no extras and no payload.
    ///
    /// - Throws: A `DecodingError`, also for a form of another version.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard (try? container.decode(Int.self, forKey: .version)) == Self.version else {
            let sentence = "A parked navigation can only be read in version \(Self.version) of its stored form."
            throw DecodingError.dataCorruptedError(forKey: .version, in: container, debugDescription: sentence)
        }
        chain = try container.decode([Navigation].self, forKey: .navigations)
        guard (1...Self.maximumDepth).contains(chain.count) else {
            let sentence = "A parked navigation has 1 to \(Self.maximumDepth) navigations."
            throw DecodingError.dataCorruptedError(forKey: .navigations, in: container, debugDescription: sentence)
        }
    }

    /// Stores the URLs and the names of the guards.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(chain, forKey: .navigations)
    }
}
