import Testing

@testable import Routing

/// The text behind the authority of a URL, as browsers read it.
struct BrowserPathTests {
    /// A URL as it was written, and the same as a browser writes it.
    @Test(arguments: [
        ("/list?filter[color]=red&ids[]=1", "/list?filter%5Bcolor%5D=red&ids%5B%5D=1"),
        ("/list?a=1|2&b={\"c\":1}&d=<e>&f=^`", "/list?a=1%7C2&b=%7B%22c%22:1%7D&d=%3Ce%3E&f=%5E%60"),
        (
            "/list/a b|c[d]{e}\"f\"<g>^`?a b=c d#a b<c>`",
            "/list/a%20b%7Cc%5Bd%5D%7Be%7D%22f%22%3Cg%3E%5E%60?a%20b=c%20d#a%20b%3Cc%3E%60"
        ),
        ("/list/a?q=1  ", "/list/a?q=1"), ("/list/a  ", "/list/a"), ("/list/a#b ", "/list/a#b"),
        ("/list/ /a", "/list/%20/a"),
        ("/list/\u{7F}é?\u{7F}é#\u{7F}é", "/list/%7F%C3%A9?%7F%C3%A9#%7F%C3%A9"),
        ("/list?name=caf%E9&q=lamp#%E9", "/list?name=caf%EF%BF%BD&q=lamp#%EF%BF%BD"),
        ("/list?%E9=1&q=lamp", "/list?%EF%BF%BD=1&q=lamp"), ("/list?a=%C3%28%F0%9F", "/list?a=%EF%BF%BD(%EF%BF%BD"),
        ("/list?[]", "/list?%5B%5D"), ("/list?a=[x|", "/list?a=%5Bx%7C"),
    ])
    func whatABrowserEncodesCountsAsEncoded(written: String, encoded: String) async throws {
        let router = Router(origins: ["https://shop.example", "shop://shop.example"])
        let seen = Recorder<String>()
        try router.register {
            $0.on("/list/*") { match in
                seen.add("\(match.tail ?? []) \(match.query.map { "\($0.key): \($0.value)" }) \(match.fragment ?? "-")")
            }
        }
        for scheme in ["https", "shop"] {
            #expect(await router.open("\(scheme)://shop.example\(written)").isHandled)
            #expect(await router.open("\(scheme)://shop.example\(encoded)").isHandled)
        }
        #expect(Set(seen.all).count == 1 && seen.all.count == 4, "\(seen.all)")
    }

    /// An odd byte in another item does not matter to a value, and none to a required one that is of its type.
    @Test
    func anOddByteIsAReplacementCharacter() async throws {
        let url = try URLText("https://shop.example/?q=caf%E9&%FF=1&page=2#%C3")
        #expect(url.query["q"] == ["caf\u{FFFD}"] && url.firstQueryValue(of: "q") == "caf\u{FFFD}")
        #expect(url.query["\u{FFFD}"] == ["1"] && url.firstQueryValue(of: "\u{FFFD}") == "1")
        #expect(url.query["page"] == ["2"] && url.fragment == "\u{FFFD}")
        let router = Router(origins: ["https://shop.example"])
        try router.register { $0.on("/?q&page:Int") { match in try match["page", as: Int.self] } }
        #expect(await router.open(url.text).value(as: Int.self) == 2)
    }

    /// What a redirect or a handler passes on has escapes for what a browser would encode.
    @Test
    func whatIsPassedOnIsEncoded() async throws {
        let router = Router(origins: ["https://shop.example"])
        let seen = Recorder<String?>()
        try router.register {
            $0.redirect("/old", to: "/new")
            $0.on("/new") { match in seen.add(match.encodedFragment) }
        }
        let outcome = await router.open("https://shop.example/old?a b=<\"c\">&d[]=%E9#e f`")
        #expect(outcome.redirects == ["https://shop.example/new?a%20b=%3C%22c%22%3E&d[]=%E9#e%20f%60"])
        #expect(seen.all == ["e%20f%60"])
    }

    private static let pieces = [
        "a", "b.c", "/", "/", "..", ".", "%2e", "%2E.", "?", "#", "&", "=", "+", ";", ":", "@", "%41", "%", "%4", "%2F",
        "%C3%A9", "%E9", "%F0%9F%98", "%FF", "é", "😀", " ", "  ", "\"", "<", ">", "[", "]", "{", "}", "|", "^", "`",
        "'",
        "~", "!", "$", "(", "*", ",", "\u{7F}", "\u{85}", "%00", "%0A", "%5C", "xn--a", "x-y_z", "0",
    ]

    /// Random text behind an authority, compared with a reading of the standard.
    @Test(arguments: 1...12)
    func everyTextBehindTheAuthorityIsReadAsTheStandardSays(seed: UInt64) throws {
        var random = Xorshift(seed: seed)
        for _ in 0..<1_000 {
            let start = ["/", "?", "#", "/p?", "/p#", "/p?q#"][random.next(below: 6)]
            let rest = (0..<random.next(below: 10)).reduce(start) { text, _ in
                text + Self.pieces[random.next(below: Self.pieces.count)]
            }
            for scheme in ["https", "http", "shop"] {
                let text = "\(scheme)://shop.example\(rest)"
                let expected = BrowserReading(behindTheAuthority: rest)
                guard let url = try? URLText(text) else {
                    #expect(!expected.hasTextAsPath, "\(text.debugDescription)")
                    continue
                }
                #expect(expected.hasTextAsPath, "\(text.debugDescription)")
                try expect(url, is: expected)
                // The URL as a browser writes it is read in the same way.
                try expect(URLText("\(scheme)://shop.example\(expected.href)"), is: expected)
            }
        }
    }

    private func expect(_ url: URLText, is expected: BrowserReading) throws {
        let about: Comment = "\(url.text.debugDescription)"
        #expect(url.host == "shop.example", about)
        #expect(url.path(withHost: false).segments.map(\.bytes) == expected.segments.map(\.bytes), about)
        let items = url.queryItemRanges.map { item in
            [item.key, item.value].map { url.text.decoded($0, plusIsSpace: true).bytes }
        }
        #expect(items == expected.items.map { $0.map(\.bytes) }, about)
        #expect(url.fragment?.bytes == expected.decodedFragment?.bytes, about)
    }

    /// Controls, and backslashes in URLs of the web, are refused wherever they are.
    @Test(arguments: 1...4)
    func aTextByWhichABrowserWouldGoElsewhereIsRefused(seed: UInt64) {
        var random = Xorshift(seed: seed)
        let odd = ["\t", "\n", "\r", "\0", "\u{1F}", "\\"]
        for _ in 0..<300 {
            var pieces = (0..<random.next(below: 8)).map { _ in Self.pieces[random.next(below: Self.pieces.count)] }
            let piece = odd[random.next(below: odd.count)]
            pieces.insert(piece, at: random.next(below: pieces.count + 1))
            let rest = pieces.joined()
            #expect(throws: URLTextError.self) { try URLText("https://shop.example/\(rest)") }
            if piece != "\\" {
                #expect(throws: URLTextError.self) { try URLText("shop://shop.example/\(rest)") }
            }
        }
    }
}

/// The path, the query and the fragment of a URL by the states of the WHATWG URL standard, for a scheme with an authority.
///
/// <https://url.spec.whatwg.org/#path-start-state>, without the states in which a backslash, a tab or an end of a line
/// counts.
struct BrowserReading {
    private var path: [String] = []
    private var query: String?
    private var fragment: String?

    init(behindTheAuthority text: String) {
        var rest = text.unicodeScalars[...]
        while let last = rest.last, last.value <= 0x20 { rest.removeLast() }
        let beforeFragment = rest.prefix { $0 != "#" }
        if beforeFragment.endIndex < rest.endIndex {
            fragment = Self.encoded(rest[beforeFragment.endIndex...].dropFirst(), " \"<>`")
        }
        let written = beforeFragment.prefix { $0 != "?" }
        if written.endIndex < beforeFragment.endIndex {
            query = Self.encoded(beforeFragment[written.endIndex...].dropFirst(), " \"#<>'")
        }
        readPath(written.first == "/" ? written.dropFirst() : written)
    }

    /// The path state.
    private mutating func readPath(_ text: Substring.UnicodeScalarView) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            let segment = Self.encoded(part, " \"#<>?^`{}")
            switch segment.lowercased() {
            case "..", ".%2e", "%2e.", "%2e%2e":
                path = path.dropLast()
                if isLast { path.append("") }
            case ".", "%2e": if isLast { path.append("") }
            default: path.append(segment)
            }
        }
    }

    /// The UTF-8 percent-encoding with a set that has the controls and what is not ASCII.
    private static func encoded(_ text: Substring.UnicodeScalarView, _ set: String) -> String {
        var result = ""
        for scalar in text {
            if scalar.value > 0x1F, scalar.value < 0x7F, !set.unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// The bytes of a percent-decoded text.
    private static func decoded(_ text: some StringProtocol) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).map { UInt8(String(UnicodeScalar($0)), radix: 16) }.compactMap(\.self)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// The UTF-8 decoding of the Encoding standard: each byte sequence that is the longest beginning of a character, or
    /// a byte that begins none, is a replacement character.
    private static func text(of bytes: [UInt8]) -> String {
        var result = ""
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            let needed = lead < 0x80 ? 0 : (0xC2...0xDF).contains(lead) ? 1 : (0xE0...0xEF).contains(lead) ? 2 : 3
            guard lead < 0x80 || (0xC2...0xF4).contains(lead) else {
                result += "\u{FFFD}"
                continue
            }
            var code = UInt32(needed == 0 ? lead : lead & (0x3F >> UInt8(needed)))
            var lower: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
            var upper: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
            var count = 0
            while count < needed, index < bytes.count, (lower...upper).contains(bytes[index]) {
                code = code << 6 | UInt32(bytes[index] & 0x3F)
                lower = 0x80
                upper = 0xBF
                index += 1
                count += 1
            }
            result.unicodeScalars.append(count == needed ? Unicode.Scalar(code) ?? "\u{FFFD}" : "\u{FFFD}")
        }
        return result
    }

    /// The URL behind the authority as a browser writes it.
    var href: String {
        path.map { "/" + $0 }.joined() + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }

    /// A Boolean value that indicates whether the written path is UTF-8 once it is decoded, as a router needs it.
    var hasTextAsPath: Bool { path.allSatisfy { String(validating: Self.decoded($0), as: UTF8.self) != nil } }

    /// The decoded segments, without one slash at the end, as a router counts them.
    var segments: [String] {
        var path = path
        if path.last == "" { path.removeLast() }
        return path.map { Self.text(of: Self.decoded($0)) }
    }

    /// The keys and the values by the parser of `application/x-www-form-urlencoded`.
    var items: [[String]] {
        (query ?? "").split(separator: "&").map { item in
            let key = item.prefix { $0 != "=" }
            let value = item[key.endIndex...].dropFirst()
            return [key, value].map { Self.text(of: Self.decoded($0.map { $0 == "+" ? " " : String($0) }.joined())) }
        }
    }

    /// The fragment as it is decoded to find an element of a page.
    var decodedFragment: String? { fragment.map { Self.text(of: Self.decoded($0)) } }
}
