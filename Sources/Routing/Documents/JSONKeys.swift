/// Finds keys that stand twice in one object of a JSON text, which Foundation merges without a word.
///
/// It looks at nothing else: what is no JSON is left to Foundation.
struct JSONKeys: ~Copyable {
    /// An object, or an array, that has begun; of an object, where its keys begin among all of those that are open.
    private struct Level {
        let firstKey: Int?
    }

    /// Up to so many keys it is faster to compare each with each.
    private static let fewKeys = 8

    private var levels: [Level] = []
    private var keys: [String] = []
    private var offsets: [Int] = []
    private var isKeyNext = false

    /// Throws if a key stands twice, or if the text is nested too deep to be read.
    ///
    /// Linear in the text.
    static func check(_ bytes: Span<UInt8>) throws(RouteListError) {
        var keys = JSONKeys()
        var index = 0
        while index < bytes.count {
            index = try keys.read(bytes, at: index)
        }
    }

    /// Reads one character, or a whole string, and returns where the next stands.
    private mutating func read(_ bytes: Span<UInt8>, at index: Int) throws(RouteListError) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "\""):
            return readString(bytes, from: index)
        case UInt8(ascii: "{"):
            try open(Level(firstKey: keys.count), at: index)
            isKeyNext = true
        case UInt8(ascii: "["):
            try open(Level(firstKey: nil), at: index)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            try close()
        case UInt8(ascii: ","):
            isKeyNext = levels.last?.firstKey != nil
        case 0:
            // In UTF-16 and UTF-32, which Foundation would read and this does not, every bracket has a zero beside it.
            throw RouteListError(problems: [.init(.malformedJSON, offset: index)])
        default:
            break
        }
        return index + 1
    }

    private mutating func readString(_ bytes: Span<UInt8>, from quote: Int) -> Int {
        var isEscaped = false
        var end = quote + 1
        while true {
            end = bytes.firstIndex(from: end, before: bytes.count) { word in
                word.marks(of: UInt8(ascii: "\"")) | word.marks(of: UInt8(ascii: "\\"))
            }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\\") else { break }
            isEscaped = true
            end = min(end + 2, bytes.count)
        }
        if isKeyNext {
            isKeyNext = false
            keys.append(
                isEscaped
                    ? JSONEscapes.decoded(bytes, quote + 1..<end) : String(bytes, from: quote + 1, to: end))
            offsets.append(quote)
        }
        return end + 1
    }

    private mutating func open(_ level: Level, at index: Int) throws(RouteListError) {
        guard levels.count < RouteList.maximumDepth else {
            throw RouteListError(problems: [.init(.tooDeep, offset: index)])
        }
        levels.append(level)
        isKeyNext = false
    }

    private mutating func close() throws(RouteListError) {
        isKeyNext = false
        guard let first = levels.popLast()?.firstKey else { return }
        if let duplicate = firstDuplicate(from: first) {
            throw RouteListError(
                problems: [.init(.duplicateKey, path: keys[duplicate], offset: offsets[duplicate])])
        }
        keys.removeSubrange(first...)
        offsets.removeSubrange(first...)
    }

    private func firstDuplicate(from first: Int) -> Int? {
        guard keys.count - first > Self.fewKeys else {
            return keys.indices.dropFirst(first).first { keys[first..<$0].contains(keys[$0]) }
        }
        var seen: Set<String> = []
        return keys.indices.dropFirst(first).first { !seen.insert(keys[$0]).inserted }
    }
}
