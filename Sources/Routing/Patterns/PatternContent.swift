/// What the text of a pattern means.
final class PatternContent: Sendable {
    let host: HostPattern?
    let elements: [PatternElement]
    let query: [QueryRequirement]

    /// The parameters in the order in which they stand in the text, that of the host first.
    let parameters: [RouteParameter]

    /// Every path that the groups stand for; one that takes an earlier group comes before one that leaves it out.
    let expansions: [[PatternSegment]]

    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        var parser = PatternParser(text, types: types)
        try parser.parse()
        host = parser.host
        elements = parser.elements
        query = parser.query
        parameters = parser.parameters
        expansions = try PatternExpander.expansions(of: parser)
        // The plain spelling has to be a pattern, too, and it may be up to four times as long as the text.
        let limit = RoutePattern.maximumLength
        guard text.utf8.count > limit / 4, description.utf8.count > limit else { return }
        throw parser.error(.tooLong, at: text.utf8.count)
    }

    /// Another content without host and query.
    init(pathsOf other: PatternContent) {
        host = nil
        elements = other.elements
        query = []
        let hostName: String? = if case .parameter(let parameter) = other.host { parameter.name } else { nil }
        parameters = other.parameters.filter { $0.name != hostName }
        expansions = other.expansions
    }
}

extension PatternContent: Hashable {
    // Not inlined, as in all that has a pattern.
    static func == (left: PatternContent, right: PatternContent) -> Bool {
        left.host == right.host && left.elements == right.elements && left.query == right.query
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(elements)
        hasher.combine(query)
    }
}

extension PatternContent: CustomStringConvertible {
    /// The plain spelling.
    var description: String {
        let path = elements.map(\.description).joined()
        let host = host?.description ?? (path.isEmpty ? "/" : "")
        return host + path + (query.isEmpty ? "" : "?" + query.map(\.description).joined(separator: "&"))
    }
}

/// A piece of a parsed pattern.
///
/// Groups are kept flat, so that no depth of nesting can overflow a stack.
enum PatternElement: Hashable, Sendable {
    /// `/product`
    case segment(PatternSegment)

    /// `(`
    case groupStart

    /// `)`
    case groupEnd
}

extension PatternElement: CustomStringConvertible {
    /// The piece as a pattern spells it.
    var description: String {
        switch self {
        case .segment(let segment): "/\(segment)"
        case .groupStart: "("
        case .groupEnd: ")"
        }
    }
}

/// Writes out every path that the groups of a pattern stand for.
///
/// One list of paths for each open group, innermost last; equal paths are kept once, the first of them. Since a group
/// can always be left out, a list never gets shorter, so the limit is checked as it grows.
struct PatternExpander {
    private var lists: [[NumberedPath]] = [[NumberedPath()]]

    static func expansions(of parser: PatternParser) throws(RoutePatternError) -> [[PatternSegment]] {
        guard parser.elements.contains(.groupStart) else { return [try onlyPath(of: parser)] }
        var expander = PatternExpander()
        var segments: [PatternSegment] = []
        segments.reserveCapacity(parser.elements.count)
        var tails: [Int: Int] = [:]
        for (element, offset) in zip(parser.elements, parser.offsets) {
            switch element {
            case .segment(let segment):
                // Few enough to compare with each.
                let number = segments.firstIndex(of: segment) ?? segments.count
                if number == segments.count { segments.append(segment) }
                if case .wildcard(.some) = segment { tails[number] = offset }
                expander.append(number)
            case .groupStart:
                expander.lists.append([NumberedPath()])
            case .groupEnd:
                guard expander.closeGroup() else { throw parser.error(.tooManyExpansions, at: offset) }
            }
        }
        let paths = expander.lists[0]
        for path in paths where !tails.isEmpty {
            for number in path.numbers.dropLast() {
                if let offset = tails[number] { throw parser.error(.tailBeforeEnd, at: offset) }
            }
        }
        return paths.map { $0.numbers.map { segments[$0] } }
    }

    /// The path of a pattern without groups.
    private static func onlyPath(of parser: PatternParser) throws(RoutePatternError) -> [PatternSegment] {
        var path: [PatternSegment] = []
        path.reserveCapacity(parser.elements.count)
        for (element, offset) in zip(parser.elements, parser.offsets) {
            guard case .segment(let segment) = element else { continue }
            path.append(segment)
            if case .wildcard(.some) = segment, path.count < parser.elements.count {
                throw parser.error(.tailBeforeEnd, at: offset)
            }
        }
        return path
    }

    private mutating func append(_ number: Int) {
        let top = lists.count - 1
        for index in lists[top].indices { lists[top][index].append(number) }
    }

    /// Continues every path of the enclosing group with and without what the group holds; false when they are too many.
    private mutating func closeGroup() -> Bool {
        let group = lists.removeLast()
        let top = lists.count - 1
        // A redundant parenthesis; a path that leaves everything out is always the last one.
        if lists[top].count == 1, lists[top][0].numbers.isEmpty, group.last?.numbers.isEmpty == true {
            lists[top] = group
            return true
        }
        let count = min(lists[top].count * (group.count + 1), RoutePattern.maximumExpansions)
        var known = Set<NumberedPath>(minimumCapacity: count)
        var paths: [NumberedPath] = []
        paths.reserveCapacity(count)
        for path in lists[top] {
            for rest in group {
                let continued = path + rest
                if known.insert(continued).inserted { paths.append(continued) }
            }
            if known.insert(path).inserted { paths.append(path) }
            guard paths.count <= RoutePattern.maximumExpansions else { return false }
        }
        lists[top] = paths
        return true
    }
}

/// A path whose segments are numbers, with a fingerprint that is carried along, so that a long path is hashed at once.
struct NumberedPath: Hashable {
    private(set) var numbers: [Int] = []
    private var fingerprint: UInt64 = 0

    mutating func append(_ number: Int) {
        numbers.append(number)
        fingerprint = (fingerprint ^ UInt64(number + 1)) &* 0x9E37_79B9_7F4A_7C15
    }

    static func + (path: Self, rest: Self) -> Self {
        var result = path
        result.numbers.reserveCapacity(path.numbers.count + rest.numbers.count)
        for number in rest.numbers { result.append(number) }
        return result
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }

    static func == (left: Self, right: Self) -> Bool {
        left.fingerprint == right.fingerprint && left.numbers == right.numbers
    }
}
