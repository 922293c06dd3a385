extension URLText {
    /// The path that is looked up; text is copied only when parts of it have to be left out.
    func path(hostRule: HostRule) -> PathText {
        guard hostRule == .path, let host = parts.host, !host.isEmpty else {
            guard parts.hasDotSegments else { return PathText(of: self, parts.path, beginsWithHost: false) }
            let path = text.withSpan { DotSegments.removed(from: $0, parts.path.lowerBound, parts.path.upperBound) }
            return PathText(path, beginsWithHost: false)
        }
        guard host.upperBound < parts.path.lowerBound || parts.hasDotSegments else {
            return PathText(of: self, host.lowerBound..<parts.path.upperBound, beginsWithHost: true)
        }
        let path = parts.path
        let joined = text.withSpan { bytes in
            let rest =
                parts.hasDotSegments
                ? DotSegments.removed(from: bytes, path.lowerBound, path.upperBound)
                : String(bytes, from: path.lowerBound, to: path.upperBound)
            return String(bytes, from: host.lowerBound, to: host.upperBound) + rest
        }
        return PathText(joined, beginsWithHost: true)
    }

    /// Calls the body with the host, decoded and in small letters; with no bytes when there is none.
    ///
    /// They are those in place when the host was written so.
    func withHost<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let host = parts.host ?? 0..<0
        return text.withSpan { bytes in
            if bytes.isPlainHost(host) { return body(bytes.extracting(host)) }
            let name = PercentCoding.decoded(bytes, host).map(\.lowercased)
            return body(name.span)
        }
    }
}

extension Span<UInt8> {
    fileprivate func isPlainHost(_ range: Range<Int>) -> Bool {
        for index in range where self[index] == UInt8(ascii: "%") || self[index] != self[index].lowercased {
            return false
        }
        return true
    }
}
