/// Writes the paths of one pattern, and reads back what was written.
final class PatternWriter: Sendable {
    let pattern: RoutePattern
    private let parameters: [RouteParameter]
    /// A table of the pattern alone, in which what was written is looked up.
    private let tree: RouteTree
    /// The paths that the groups describe, without their tails.
    private let paths: [[[MixedSegment.Piece]]]

    init(_ pattern: RoutePattern, ignoringCase: Bool) {
        self.pattern = pattern
        parameters = pattern.parameters
        paths = pattern.expansions.map { $0.segmentsBeforeTail.map(\.pieces) }
        tree = RouteTree([RouteRecord(pattern: pattern)], .host(.path), isIgnoringCase: ignoringCase)
    }

    /// The path that has these values, percent-encoded: the shortest of those that the groups describe.
    ///
    /// Linear in the pattern and the values, but for the groups.
    ///
    /// - Throws: The first value that is missing or unused.
    func path(tail: [String], value: (String) -> String?) throws(RouteURLError) -> String {
        let given = parameters.last { $0.name != pattern.hostName && value($0.name) != nil }
        let count = parameters.count { $0.name != pattern.hostName && value($0.name) != nil }
        // From the shortest path: a path that takes a group comes before one that leaves it out.
        for number in paths.indices.reversed() where tail.isEmpty || pattern.expansion(number).endsInTail {
            guard var path = Self.text(of: paths[number], count, value) else { continue }
            for segment in tail { path += "/" + segment.encoded(except: PercentCoding.plainInSegment) }
            return path.isEmpty ? "/" : path
        }
        let missing = pattern.requiredNames.first { value($0) == nil }
        let name = missing ?? given?.name
        let reason = missing == nil ? RouteURLError.Reason.unplaced : .missing
        throw RouteURLError(reason, route: pattern.text, name: name, value: name.flatMap(value))
    }

    /// The text of a path without its tail, if it has so many values and none is missing.
    private static func text(of path: [[MixedSegment.Piece]], _ count: Int, _ value: (String) -> String?) -> String? {
        var text = ""
        var rest = count
        text.reserveCapacity(64)
        for segment in path {
            text += "/"
            for piece in segment {
                switch piece {
                case .literal(let bytes): text += bytes.span.encoded(except: PercentCoding.plainInSegment)
                case .parameter(let parameter):
                    guard let value = value(parameter.name) else { return nil }
                    text += value.encoded(except: PercentCoding.plainInSegment)
                    rest -= 1
                }
            }
        }
        return rest == 0 ? text : nil
    }

    /// The scheme and the host of a URL of the pattern, which requires a host.
    func site(scheme: String, value: (String) -> String?) throws(RouteURLError) -> String {
        switch pattern.host {
        case .literal(let bytes): return scheme + "://" + bytes.span.encoded(except: .all)
        case .parameter(let parameter):
            if let host = value(parameter.name) { return scheme + "://" + host.encoded(except: .all) }
            throw RouteURLError(.missing, route: pattern.text, name: parameter.name)
        default: throw RouteURLError(.missing, route: pattern.text, name: "*")
        }
    }

    /// Ensures that the pattern reads these values, and no others, from a URL; as for `.`, which no path has as a
    /// segment.
    func check(
        _ url: String, in addressing: Addressing, tail: [String], value: (String) -> String?
    ) throws(RouteURLError) {
        for item in pattern.query {
            let value = value(item.name)
            if let value, item.type?.accepts(value) ?? true { continue }
            throw RouteURLError(
                value == nil ? .missing : .irreversible, route: pattern.text, name: item.name, value: value,
                because: value.flatMap { _ in item.type.map { "it is not of the type \($0.name.printed)" } })
        }
        func error(_ name: String?, _ cause: String) -> RouteURLError {
            RouteURLError(
                .irreversible, route: pattern.text, name: name, value: name.map(value) ?? url, because: cause)
        }
        let reading = Result { () throws(URLTextError) in try URLText(url) }
        let address = try? reading.get()
        if let (name, cause) = unreadableValue(in: address, value) { throw error(name, cause) }
        if let dots = tail.first(where: { $0.bytes.isDotSegment }) {
            throw error(nil, "the segment “\(dots)” is removed from paths")
        }
        if case .failure(let failure) = reading { throw error(nil, failure.explanation) }
        guard let address, let path = addressing.path(of: address), let hit = tree.best(path, of: address) else {
            throw error(nil, "the pattern does not match it")
        }
        var isSame = tree.tail(of: hit, in: path.text)?.elementsEqual(tail) { $0.hasSameBytes(as: $1) } ?? tail.isEmpty
        for parameter in parameters {
            let given = value(parameter.name)
            let read = tree.value(named: parameter.name, of: hit, in: path.text, of: address)
            if let given, read?.hasSameBytes(as: given) != true {
                throw error(
                    parameter.name,
                    read.map { "the pattern reads \($0.quoted) there" } ?? "the pattern reads none there")
            }
            isSame = isSame && (given == nil) == (read == nil)
        }
        if !isSame { throw error(nil, "the pattern reads other values there, or another tail") }
    }

    /// The first parameter whose value is at its position in no URL, and the cause: it is empty, of another type, a dot
    /// segment, no host, or has text that ends it.
    private func unreadableValue(
        in url: URLText?, _ value: (String) -> String?
    ) -> (name: String, cause: String)? {
        if let name = pattern.hostName, let host = value(name),
            (url ?? (try? URLText("x://" + host)))?.decodedHost?.hasSameBytes(as: host) != true
        {
            return (name, "it is not a host as browsers show it, in lowercase")
        }
        for parameter in parameters {
            guard let text = value(parameter.name) else { continue }
            if text.isEmpty { return (parameter.name, "no parameter matches empty text") }
            if text.bytes.isDotSegment, pattern.path.contains(.parameter(parameter)) {
                return (parameter.name, "a segment of dots is removed from paths")
            }
            if let type = parameter.type, !type.accepts(text) {
                return (parameter.name, "it is not of the type \(type.name.printed)")
            }
        }
        for case .mixed(let mixed) in pattern.path {
            if let found = mixed.endedValue(value) {
                return (found.name, "\(found.text.quoted) in it ends the parameter")
            }
        }
        return nil
    }
}

extension MixedSegment {
    /// The first parameter whose value has the literal text that follows it in the segment, and that text.
    fileprivate func endedValue(_ value: (String) -> String?) -> (name: String, text: String)? {
        for index in pieces.indices.dropLast(2) {
            guard case .parameter(let parameter) = pieces[index], case .literal(let literal) = pieces[index + 1],
                let bytes = value(parameter.name)?.bytes, bytes.count > literal.count
            else { continue }
            let isEnded = (1...bytes.count - literal.count).contains { bytes.span.holds(literal.span, at: $0) }
            if isEnded { return (parameter.name, literal.span.text) }
        }
        return nil
    }
}
