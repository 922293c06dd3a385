/// A route as it was read, before its pattern is parsed: so the first that is wrong does not hide the others.
struct RouteDraft: Decodable {
    /// Under which a decoder knows the types that patterns may name besides the built-in ones.
    static let typesKey = CodingUserInfoKey(rawValue: "types of parameters")

    private let path: [any CodingKey]
    private let problems: [RouteListError.Problem]
    private let pattern: String
    private let name: String?
    private let schemes: [String]
    private let priority: Int
    private let metadata: [String: MetadataValue]
    private let types: [ParameterType]

    private static let keys: [RouteListKey] = [.pattern, .name, .schemes, .priority, .metadata]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: RouteListKey.self)
        path = decoder.codingPath
        problems = container.problems(exceptFor: Self.keys)
        pattern = try container.decode(String.self, forKey: .pattern)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        schemes = try container.decodeIfPresent([String].self, forKey: .schemes) ?? []
        priority = try Self.priority(in: container)
        metadata = try container.decodeIfPresent([String: MetadataValue].self, forKey: .metadata) ?? [:]
        types = Self.typesKey.flatMap { decoder.userInfo[$0] as? [ParameterType] } ?? []
    }

    /// Of a number that is none of its type, Foundation says neither that nor where it stands.
    private static func priority(in container: KeyedDecodingContainer<RouteListKey>) throws -> Int {
        do {
            return try container.decodeIfPresent(Int.self, forKey: .priority) ?? 0
        } catch {
            let path = (container.codingPath + [RouteListKey.priority]).spelling
            throw RouteListError(problems: [.init(.wrongType, path: path)])
        }
    }

    /// The route, or `nil` when something is wrong with it.
    func route(_ problems: inout [RouteListError.Problem]) -> RouteList.Route? {
        problems += self.problems
        for (index, scheme) in schemes.enumerated() where !scheme.isScheme {
            problems.append(.init(.malformedScheme, path: "\(path.spelling).schemes[\(index)]"))
        }
        do {
            return RouteList.Route(
                pattern: try RoutePattern(pattern, types: types), name: name, schemes: Set(schemes), priority: priority,
                metadata: metadata)
        } catch {
            problems.append(.init(.malformedPattern, path: "\(path.spelling).pattern", patternError: error))
            return nil
        }
    }
}

extension String {
    fileprivate var isScheme: Bool { (try? URLText(self + ":"))?.parts.schemeEnd == UInt32(utf8.count) }
}
