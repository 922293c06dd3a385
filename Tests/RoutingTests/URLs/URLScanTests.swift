import Testing

@testable import Routing

/// A URL is scanned eight bytes at a time; here it is taken apart by the book, character by character.
struct URLScanTests {
    /// The parts of a URL as `URLText` reads them, or the offset of its error.
    private struct Answer: Equatable {
        var offset: Int?
        var parts: [String?] = []
    }

    private static let pieces = [
        "a", "shop", "xn--", ".1", "--", "\\", "<", "|", ":99", "[1::0]", "x-y.z", "https", ":", "//", "/", "/..", "/.",
        "/%2e", "/.a", "?", "#", "@", "%41", "%", "%C3%A9",
        "%FF", "é", "+", "1", "[::1]", " ", "a-long-segment-without-anything", "&b=c", "…", "\0",
    ]

    @Test(arguments: 1...12)
    func everyAlignmentIsScannedByTheBook(seed: UInt64) {
        var random = Xorshift(seed: seed)
        for _ in 0..<1_000 {
            let start = ["", "x:", "x://", "shop://h", "https://shop.example/a", "https://", "HTTP:", "ftp://h"][
                random.next(below: 8)]
            let text = (0..<random.next(below: 9)).reduce(start) { text, _ in
                text + Self.pieces[random.next(below: Self.pieces.count)]
            }
            #expect(Self.answer(text) == Self.answerByTheBook(text), "\(text)")
        }
    }

    private static func answer(_ text: String) -> Answer {
        switch Result(catching: { () throws(URLTextError) in try URLText(text) }) {
        case .failure(let error): return Answer(offset: error.offset)
        case .success(let url):
            let utf8 = Bytes(text.utf8)
            let ranges = [
                url.parts.scheme, url.parts.host, url.parts.path, url.parts.query, url.parts.fragment,
            ]
            return Answer(
                parts: ranges.map { range in range.map { String(decoding: utf8[$0], as: UTF8.self) } })
        }
    }

    private static func end(of bytes: Bytes, from start: Int, _ stops: String) -> Int {
        bytes[start...].firstIndex { stops.utf8.contains($0) } ?? bytes.count
    }

    /// The characters that all authorities must encode.
    private static func isUnsafe(_ byte: UInt8) -> Bool { byte <= 0x20 || "<>\"\\^`{|}[]\u{7F}".utf8.contains(byte) }

    /// The host, where the path begins, and where the authority is wrong.
    private static func authorityByTheBook(
        _ bytes: Bytes, behind scheme: Int
    ) -> (Range<Int>?, Int, Int?) {
        let start = scheme + 1
        guard bytes[start...].starts(with: "//".utf8) else { return (nil, start, nil) }
        let path = end(of: bytes, from: start + 2, "/?#")
        let host = bytes[start + 2..<path].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start + 2
        if let unsafe = bytes[start + 2..<host].firstIndex(where: isUnsafe) { return (nil, path, unsafe) }
        var stop = bytes[host..<path].firstIndex(of: UInt8(ascii: ":")) ?? path
        if host < path, bytes[host] == UInt8(ascii: "[") {
            guard let bracket = bytes[host..<path].firstIndex(of: UInt8(ascii: "]")) else { return (nil, path, host) }
            stop = bracket + 1
        } else if let wrong = firstWrong(in: bytes, host..<stop) {
            return (nil, path, wrong)
        }
        if stop < path, bytes[stop] != UInt8(ascii: ":") { return (nil, path, stop) }
        let port = min(stop + 1, path)..<path
        let wrong = port.first { index in
            let digits = String(decoding: bytes[port.lowerBound...index], as: UTF8.self)
            return !(0x30...0x39).contains(bytes[index]) || Int(digits).map { $0 > 65_535 } ?? true
        }
        if wrong != nil || host == stop && start + 2 < path { return (nil, path, stop) }
        return (host..<stop, path, nil)
    }

    /// The first byte of a host that no host has, also escaped, or where its escapes do not decode to UTF-8.
    private static func firstWrong(in bytes: Bytes, _ host: Range<Int>) -> Int? {
        var index = host.lowerBound
        var last: UInt8 = 0
        while index < host.upperBound {
            let start = index
            let byte = PercentCoding.nextByte(of: bytes.span, at: &index, before: host.upperBound)
            if isUnsafe(byte) || "#/:?@".utf8.contains(byte) || last == 0xC2 && byte < 0xA0 { return start }
            last = byte
        }
        return PercentCoding.firstInvalidByTheBook(Bytes(bytes[..<host.upperBound]), from: host.lowerBound)
    }

    private static func answerByTheBook(_ text: String) -> Answer {
        var bytes = Bytes(text.utf8)
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let scheme = bytes.firstIndex { !(letters + letters.uppercased() + "0123456789+-.").utf8.contains($0) }
        guard let first = bytes.first, letters.utf8.contains(first | 0x20), first > 0x40 else {
            return Answer(offset: 0)
        }
        guard let scheme, bytes[scheme] == UInt8(ascii: ":") else { return Answer(offset: scheme ?? bytes.count) }
        let isWeb = ["http", "https", "ftp"].contains(string(0..<scheme).lowercased())
        let (host, path, wrong) = authorityByTheBook(bytes, behind: scheme)
        if let wrong { return Answer(offset: wrong) }
        while bytes.count > path, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        let unsafe = bytes[path...].firstIndex { $0 < 0x20 || isWeb && $0 == UInt8(ascii: "\\") }
        let pathEnd = end(of: bytes, from: path, "?#")
        let query =
            pathEnd < bytes.count && bytes[pathEnd] == UInt8(ascii: "?") ? end(of: bytes, from: pathEnd, "#") : pathEnd
        let undecoded = PercentCoding.firstInvalidByTheBook(Bytes(bytes[..<pathEnd]), from: path)
        if let wrong = [unsafe, undecoded].compactMap(\.self).min() { return Answer(offset: wrong) }
        return Answer(
            parts: [
                string(0..<scheme), host.map(string), string(path..<pathEnd),
                query > pathEnd ? string(pathEnd + 1..<query) : nil,
                query < bytes.count ? string(query + 1..<bytes.count) : nil,
            ])
    }
}

extension PercentCoding {
    /// Every byte through the validator, not only those that are escaped.
    fileprivate static func firstInvalidByTheBook(_ bytes: Bytes, from start: Int) -> Int? {
        var validator = UTF8Validator()
        var characterStart = start
        var index = start
        while index < bytes.count {
            if !validator.isInsideCharacter { characterStart = index }
            guard validator.accepts(nextByte(of: bytes.span, at: &index, before: bytes.count)) else {
                return characterStart
            }
        }
        return validator.isInsideCharacter ? characterStart : nil
    }
}

/// Checks byte by byte whether the bytes so far can be UTF-8 (Unicode standard, table 3-7).
private struct UTF8Validator {
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// A Boolean value that indicates whether a character has begun that is not complete.
    var isInsideCharacter: Bool { missing > 0 }

    mutating func accepts(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard allowed.contains(byte) else { return false }
            allowed = 0x80...0xBF
            missing -= 1
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        allowed =
            (byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80)...(byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF)
        return true
    }
}
