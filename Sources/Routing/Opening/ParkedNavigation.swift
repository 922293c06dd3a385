import Synchronization

/// A navigation that a guard postponed, to be resumed later; it can be stored until the next launch.
///
/// Resuming opens the URL again, and asks all guards again. Only the URLs and the names of the guards are stored, so that
/// stored data can do no more than any URL that is opened. The extras and the payload of the caller go along as long as the
/// value stays in memory: they are neither stored nor compared.
///
/// A place that is opened in place of a parked navigation can be parked, too. Up to ``maximumDepth`` navigations wait for
/// one another in this way.
public struct ParkedNavigation: Sendable {
    /// The most navigations that can wait for one another; an opening that would add another one fails.
    public static let maximumDepth = 8

    private let content: Content

    /// All of it in one object, since outcomes, errors and matches may have one.
    private final class Content: Sendable {
        let request: OpenRequest
        let guardName: String
        let depth: Int

        init(_ request: OpenRequest, _ guardName: String) {
            self.request = request
            self.guardName = guardName
            depth = (request.parked?.depth ?? 0) + 1
        }
    }

    /// Parks what is to be opened; `nil` when too many navigations wait already.
    ///
    /// A navigation that waits already is not added again: guards that park for each other get the same one each time.
    init?(_ request: OpenRequest, by guardName: String) {
        var earlier = request.parked
        while let parked = earlier {
            if parked.url.hasSameBytes(as: request.url), parked.guardName == guardName {
                var request = request
                request.parked = parked.parked
                content = Content(request, guardName)
                return
            }
            earlier = parked.parked
        }
        guard (request.parked?.depth ?? 0) < Self.maximumDepth else { return nil }
        content = Content(request, guardName)
    }

    var request: OpenRequest { content.request }

    /// How many navigations wait, this one included.
    private var depth: Int { content.depth }

    /// The name of the guard that parked it.
    public var guardName: String { content.guardName }

    /// The URL that was to be opened.
    public var url: String { request.url }

    /// What the caller of `open` added.
    public var extras: [String: String] { request.extras }

    /// The navigation in place of which this one was opened.
    public var parked: ParkedNavigation? { request.parked }
}

extension ParkedNavigation: Hashable {
    /// Whether both would be stored alike.
    public static func == (left: Self, right: Self) -> Bool {
        left.url.hasSameBytes(as: right.url) && left.guardName == right.guardName && left.parked == right.parked
    }

    /// Feeds URL and guard to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: url)
        hasher.combine(guardName)
    }
}

extension ParkedNavigation: CustomStringConvertible {
    /// The URL and the guard, followed by the navigation that waits for this one; neither extras nor payload.
    public var description: String {
        url.quoted + " by " + guardName.quoted + (parked.map { ", then \($0)" } ?? "")
    }
}

/// The stored form is a list, since one that nests would be read and written by as many calls as it is deep.
extension ParkedNavigation: Codable {
    private enum CodingKeys: CodingKey {
        case version, navigations
    }

    private struct Stored: Codable {
        let url: String
        let guardName: String
    }

    /// The version of the stored form that is read and written.
    private static let version = 1

    /// Reads what was stored; there are neither extras nor a payload then.
    ///
    /// - Throws: A `DecodingError`, also for a form of another version.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let version = try? container.decode(Int.self, forKey: .version), version == Self.version else {
            let sentence =
                "This is no parked navigation of version \(Self.version), which is the only one that can be read."
            throw DecodingError.dataCorruptedError(forKey: .version, in: container, debugDescription: sentence)
        }
        var list = try container.nestedUnkeyedContainer(forKey: .navigations)
        var stored: [Stored] = []
        while !list.isAtEnd, stored.count <= Self.maximumDepth { stored.append(try list.decode(Stored.self)) }
        var parked: ParkedNavigation?
        for navigation in stored.prefix(Self.maximumDepth).reversed() {
            let isPath = navigation.url.begins(with: "/")
            let request = OpenRequest(navigation.url, isPath: isPath, parked: parked)
            parked = ParkedNavigation(request, by: navigation.guardName)
        }
        guard let parked, stored.count <= Self.maximumDepth else {
            let sentence = "A parked navigation has 1 to \(Self.maximumDepth) navigations."
            throw DecodingError.dataCorruptedError(forKey: .navigations, in: container, debugDescription: sentence)
        }
        self = parked
    }

    /// Stores the URLs and the names of the guards.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .version)
        var stored: [Stored] = []
        var next: ParkedNavigation? = self
        while let navigation = next {
            stored.append(Stored(url: navigation.url, guardName: navigation.guardName))
            next = navigation.parked
        }
        try container.encode(stored, forKey: .navigations)
    }
}

/// A navigation that is being resumed, possibly by a handler that another one led to.
///
/// A sign-in that resumes without having signed in would lead to itself without end. What a task inherited from an opening
/// that is over does not count.
final class Resumption: Sendable {
    @TaskLocal static var current: Resumption?

    private let outer: Resumption?
    private let isOver = Atomic(false)

    private init(in outer: Resumption?) { self.outer = outer }

    /// The next one of this task; `nil` when too many go on inside of each other.
    static var next: Resumption? {
        var depth = 0
        var innermost: Resumption?
        var next = current
        while let resumption = next {
            if !resumption.isOver.load(ordering: .relaxed) {
                depth += 1
                innermost = innermost ?? resumption
            }
            next = resumption.outer
        }
        return depth < OpenRequest.maximumHops ? Resumption(in: innermost) : nil
    }

    func end() { isOver.store(true, ordering: .relaxed) }
}
