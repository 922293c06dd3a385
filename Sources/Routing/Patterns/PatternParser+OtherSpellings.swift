/// The spellings of other routers, whose errors name the spelling of a ``RoutePattern``.
extension PatternParser {
    /// Refuses a URL in place of a pattern, such as `myApp://user/:id`.
    func refuseScheme() throws(RoutePatternError) {
        let end = firstIndex(of: ":/", from: 0)
        guard end > 0, byte(at: end) == UInt8(ascii: ":"), string(end..<min(end + 3, bytes.count)) == "://",
            string(0..<end).isScheme
        else { return }
        throw error(.scheme, at: 0, replacement: "Router(origins: [\"\(string(0..<end))://\"])")
    }

    /// Refuses a parameter in braces or angle brackets, such as `{id}`, `{id:int}`, `<int:id>` and `{path...}`, also with
    /// a dollar sign before it or, behind a parameter, as its type.
    func refuseBraces(at start: Int, behind parameter: RouteParameter?) throws(RoutePatternError) {
        let end = firstIndex(of: "/{}<>", from: start + 1)
        guard let open = byte(at: start), let close = byte(at: end) else { return }
        let isBraced = open == UInt8(ascii: "{") && close == UInt8(ascii: "}")
        let isAngled = open == UInt8(ascii: "<") && close == UInt8(ascii: ">")
        guard isBraced || isAngled else { return }
        let text = string(start + 1..<end)
        if isAngled, let parameter, parameter.type == nil {
            throw error(
                .otherSpelling, at: start, replacement: OtherSpelling(name: parameter.name, type: text).replacement)
        }
        guard let spelling = OtherSpelling(text, isAngled: isAngled) else { return }
        throw error(.otherSpelling, at: start, replacement: spelling.replacement)
    }

    /// Refuses what other routers write in literal text: `[id]`, `[...rest]`, `$id`, `...rest` and `\\.`.
    ///
    /// - Parameters:
    ///   - range: Literal text.
    ///   - segment: The segment that it is in.
    /// - Throws: The first such spelling, with ours.
    func refuseOtherSpellings(in range: Range<Int>, of segment: Range<Int>) throws(RoutePatternError) {
        let dots = segment.lowerBound..<min(segment.lowerBound + 3, segment.upperBound)
        let end = endOfName(from: dots.upperBound)
        if range.lowerBound == segment.lowerBound, string(dots) == "...", end > dots.upperBound,
            end == segment.upperBound
        {
            throw error(.otherSpelling, at: dots.lowerBound, replacement: "*" + string(dots.upperBound..<end))
        }
        var index = range.lowerBound
        while case let mark = firstIndex(of: "[$\\", from: index, before: range.upperBound), mark < range.upperBound {
            index = mark + 1
            switch bytes[mark] {
            case UInt8(ascii: "\\"): throw error(.otherSpelling, at: mark, replacement: replacement(ofEscapeAt: mark))
            case UInt8(ascii: "$"):
                let end = endOfName(from: index)
                if end > index { throw error(.otherSpelling, at: mark, replacement: ":" + string(index..<end)) }
            default: try refuseBrackets(at: mark, before: segment.upperBound)
            }
        }
    }

    /// Refuses a parameter in square brackets, such as `[id]`, `[[id]]`, `[...rest]` and `[id=integer]`, and a class of
    /// characters, such as `[0-9]`.
    private func refuseBrackets(at start: Int, before end: Int) throws(RoutePatternError) {
        let inner = firstIndex(of: ASCIISet("[").inverted, from: start, before: end)
        let close = firstIndex(of: "[]", from: inner, before: end)
        guard inner < close, close < end, bytes[close] == UInt8(ascii: "]") else { return }
        let text = string(inner..<close)
        let next = firstIndex(of: ASCIISet("]").inverted, from: close, before: end)
        guard next == end || text.utf8.contains(UInt8(ascii: "-")) || ASCIISet(".-_~@[$+").contains(bytes[next]) else {
            return
        }
        if let spelling = OtherSpelling(text + (inner > start + 1 ? "?" : ""), isAngled: false) {
            throw error(.otherSpelling, at: start, replacement: spelling.replacement)
        }
        if text.utf8.contains(UInt8(ascii: "-")) { throw error(.reservedCharacter, at: start) }
    }

    /// The spelling of an escape of a regular expression: the character behind the backslash, or a parameter for a class of
    /// characters.
    private func replacement(ofEscapeAt index: Int) -> String {
        guard let next = byte(at: index + 1) else { return "%5C" }
        if next == UInt8(ascii: "d") { return ":id:Int" }
        if next.isNameByte(first: false) { return ":name" }
        return next < 0x80 ? Bytes([next]).spelling : "%5C"
    }
}

/// A parameter or a tail as another router spells it, without its brackets.
private struct OtherSpelling {
    private var name: String
    private var type: String?
    private var isTail = false
    private var isOptional = false

    /// Creates a parameter with the type of another router.
    init(name: String, type: String?) {
        self.name = name
        self.type = type
    }

    /// Reads a name with marks and perhaps a type: `id`, `id:int`, `int:id`, `id?`, `id=1`, `...rest`, `rest*`.
    ///
    /// - Returns: `nil` if there is no name.
    init?(_ text: String, isAngled: Bool) {
        var words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        // `<int:id>`, but also `<id:int>`.
        if isAngled, words.count == 2, Self.typeNames[words[1].lowercased()] == nil { words.reverse() }
        name = words[0]
        type = words.count == 2 ? words[1] : nil
        for value in name.split(separator: "=", maxSplits: 1).dropFirst() { type = type ?? String(value) }
        name = String(name.prefix { $0 != "=" })
        if name.hasSuffix("?") || type?.hasSuffix("?") == true { isOptional = true }
        if name.hasSuffix("?") { name.removeLast() }
        for mark in ["...", "..", "**", "*"] {
            let isBefore = name.hasPrefix(mark)
            guard isBefore || name.hasSuffix(mark) else { continue }
            name = String(isBefore ? name.dropFirst(mark.count) : name.dropLast(mark.count))
            isTail = true
            break
        }
        guard !name.isEmpty, name.withSpan({ $0.endOfName(from: 0) }) == name.utf8.count else { return nil }
    }

    /// The spelling in a pattern.
    var replacement: String {
        let kind = type?.lowercased().filter { $0 != "?" } ?? ""
        if isTail || ["path", ".*", ".+"].contains(kind) { return "*" + name }
        let parameter = ":" + name + (Self.typeNames[kind].map { ":" + $0 } ?? "")
        return isOptional ? "(/\(parameter))" : parameter
    }

    /// The types of other routers, in lowercase, that have a counterpart.
    private static let typeNames = [
        "int": "Int", "integer": "Int", "long": "Int", "uint": "UInt", "float": "Double", "double": "Double",
        "decimal": "Double", "number": "Double", "bool": "Bool", "boolean": "Bool", "uuid": "UUID", "guid": "UUID",
        "[0-9]+": "Int", "\\d+": "Int",
    ]
}
