extension RouteTree {
    /// Reads the decoded values of the parameters in the path into a dictionary, or returns that of one name.
    ///
    /// The path is read once. Allocates nothing for one value of up to 15 bytes of UTF-8 that was not encoded and is a
    /// segment.
    @discardableResult
    func readValues(
        of hit: RouteHit, in text: String, named name: String? = nil, into values: inout [String: String]
    ) -> String? {
        let path = records[hit.route].pattern.expansion(hit.expansion)
        return text.withSpan { bytes in
            let segments = hit.isPlain ? [] : hit.range.segments(in: bytes)
            var next = hit.range.start
            for number in path.indices.dropLast(path.endsInTail ? 1 : 0) {
                let end = bytes.firstIndex(of: UInt8(ascii: "/"), from: next, before: hit.range.end)
                let segment = hit.isPlain ? next..<end : segments[number]
                next = end + 1
                switch path[number] {
                case .literal, .wildcard: break
                case .parameter(let parameter):
                    if let name, !parameter.name.hasSameBytes(as: name) { continue }
                    let value = hit.isPlain ? bytes.extracting(segment).text : PercentCoding.text(of: bytes, segment)
                    if name != nil { return value }
                    values[parameter.name] = value
                case .mixed(let mixed):
                    let isFolded = isIgnoringCase || number == 0 && hit.range.beginsWithHost
                    let decoded = PercentCoding.decoded(bytes, segment)
                    let parts = mixed.ranges(in: decoded.span, ignoringCase: isFolded) ?? []
                    for (parameter, part) in zip(mixed.parameters, parts) {
                        if let name, !parameter.name.hasSameBytes(as: name) { continue }
                        let value = decoded.span.extracting(part).text
                        if name != nil { return value }
                        values[parameter.name] = value
                    }
                }
            }
            return nil
        }
    }

    /// The decoded value of a parameter of the path or the host, or `nil` if there is none or its group did not match.
    func value(named name: String, of hit: RouteHit, in text: String, of url: URLText?) -> String? {
        if records[hit.route].pattern.hostName?.hasSameBytes(as: name) == true { return url?.decodedHost }
        var unused: [String: String] = [:]
        return readValues(of: hit, in: text, named: name, into: &unused)
    }

    /// The decoded values of all parameters that matched.
    func values(of hit: RouteHit, in text: String, of url: URLText?) -> [String: String] {
        let pattern = records[hit.route].pattern
        var values = [String: String](minimumCapacity: pattern.parameterCount)
        if let name = pattern.hostName { values[name] = url?.decodedHost }
        readValues(of: hit, in: text, into: &values)
        return values
    }

    /// The decoded segments that a tail matched, or `nil` if the path of the pattern does not end in one.
    func tail(of hit: RouteHit, in text: String) -> [String]? {
        let path = records[hit.route].pattern.expansion(hit.expansion)
        guard path.endsInTail else { return nil }
        return text.withSpan { bytes in
            hit.range.segments(in: bytes).dropFirst(path.count - 1).map { PercentCoding.text(of: bytes, $0) }
        }
    }
}
