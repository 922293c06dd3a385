/// Walks over the segments of a plain pattern: one of literals, of names, and perhaps a tail, as most are.
///
/// Such a pattern is nothing but its text. What it means is read again when it is needed, which takes less time than keeping
/// it would; whatever else a pattern may say, and what may be wrong with it, is left to ``PatternParser``.
struct PlainCursor {
    enum Kind {
        /// `product`: the bytes are what it stands for.
        case literal

        /// `:id`
        case parameter

        /// `*` or `*rest`, the last segment.
        case tail
    }

    struct Segment {
        let kind: Kind

        /// Where the literal or the name stands.
        let range: Range<Int>
    }

    private var position = 0

    mutating func next(in text: Span<UInt8>) -> Segment? {
        if position < text.count, text[position] == UInt8(ascii: "/") { position += 1 }
        guard position < text.count else { return nil }
        let start = position
        position = text.firstSlash(from: start, before: text.count)
        switch text[start] {
        case UInt8(ascii: ":"): return Segment(kind: .parameter, range: start + 1..<position)
        case UInt8(ascii: "*"): return Segment(kind: .tail, range: start + 1..<position)
        default: return Segment(kind: .literal, range: start..<position)
        }
    }
}

extension PlainCursor {
    /// Whether the text is a pattern, and a plain one.
    ///
    /// Linear in it, as often as it may have parameters.
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        // A longer one may be too long in its plain spelling.
        guard text.count <= RoutePattern.maximumLength / 4 else { return false }
        var cursor = PlainCursor()
        var segmentCount = 0
        var parameterCount = 0
        var hasTail = false
        while let segment = cursor.next(in: text) {
            segmentCount += 1
            guard !hasTail else { return false }
            switch segment.kind {
            case .literal:
                guard isLiteral(segment.range, in: text) else { return false }
            case .parameter:
                parameterCount += 1
                guard isNewName(segment.range, in: text, isFirst: parameterCount == 1) else { return false }
            case .tail:
                hasTail = true
                let isBare = segment.range.isEmpty
                guard isBare || isNewName(segment.range, in: text, isFirst: parameterCount == 0) else { return false }
            }
        }
        return segmentCount <= RoutePattern.maximumSegments && parameterCount <= RoutePattern.maximumParameters
    }

    /// Whether these bytes stand for themselves; what is short and begins with a dot may be a dot segment.
    private static func isLiteral(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
        guard !range.isEmpty, range.count > 2 || text[range.lowerBound] != UInt8(ascii: ".") else { return false }
        let special = ASCIISet.special
        for index in range where special.contains(text[index]) { return false }
        return true
    }

    private static func isNewName(_ range: Range<Int>, in text: Span<UInt8>, isFirst: Bool) -> Bool {
        guard !range.isEmpty else { return false }
        for index in range where !text[index].isNameByte(first: index == range.lowerBound) { return false }
        guard !isFirst else { return true }
        // Few enough to compare with each.
        let name = text.extracting(range)
        var others = PlainCursor()
        while let other = others.next(in: text), other.range.lowerBound < range.lowerBound {
            if other.kind == .parameter, text.hasSameBytes(other.range, as: name, marks: { _ in 0 }) { return false }
        }
        return true
    }
}

extension ASCIISet {
    /// What means something else than itself in a segment.
    fileprivate static let special: ASCIISet = "%()*:?#{}<>"
}
