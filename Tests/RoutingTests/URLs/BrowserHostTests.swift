import Testing

@testable import Routing

/// Where a browser finds another host than the text shows, or no URL, a URL is none of a router's.
///
/// A row has `taken` or `refused`, the host that the WHATWG algorithm finds (`-` if the URL is not valid), and the URL,
/// with `\u{1B}` for a character that is not printable ASCII, and `\\` for a backslash.
struct BrowserHostTests {
    private struct Row {
        let isTaken: Bool
        /// `nil` when it is not a URL.
        let host: String?
        let url: String

        init(_ fields: [String]) {
            isTaken = fields[0] == "taken"
            host = fields[1] == "-" ? nil : fields[1]
            url = Self.unescaped(fields[2])
        }

        /// `\u{1B}` means a character, and `\\` for a backslash.
        private static func unescaped(_ text: String) -> String {
            var result = ""
            var rest = text[...]
            while let character = rest.popFirst() {
                guard character == "\\" else {
                    result.append(character)
                    continue
                }
                guard rest.popFirst() == "u" else {
                    result.append("\\")
                    continue
                }
                let code = UInt32(rest.dropFirst().prefix { $0 != "}" }, radix: 16)
                result.unicodeScalars.append(code.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
                rest = rest.drop { $0 != "}" }.dropFirst()
            }
            return result
        }

        /// A Boolean value that indicates whether the algorithm decodes hosts of the scheme.
        var isWeb: Bool {
            ["http", "https", "ws", "wss", "ftp", "file"].contains(url.prefix { $0 != ":" }.lowercased())
        }
    }

    private static func rows() throws -> [Row] { try VectorFile.rows(of: "browser-hosts").map(Row.init) }

    /// The bytes, with escapes decoded and capital letters of ASCII made small.
    private static func plain(_ host: String) -> [UInt8] {
        var rest = Array(host.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit) {
                bytes.append(UInt8(digits, radix: 16) ?? byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    @Test
    func aURLThatIsTakenHasTheHostOfABrowser() throws {
        let rows = try Self.rows()
        #expect(rows.count > 1_500 && rows.count(where: \.isTaken) > 500)
        for row in rows {
            #expect((try? URLText(row.url))?.hasPlainHost ?? false == row.isTaken, "\(row.url.debugDescription)")
            guard row.isTaken else { continue }
            let host = try #require(row.host, "\(row.url.debugDescription)")
            #expect(try Self.plain(URLText(row.url).host ?? "") == Self.plain(host), "\(row.url.debugDescription)")
            if row.isWeb { #expect(Array(host.utf8) == Self.plain(host)) }
        }
    }

    @Test
    func aRouterTakesNoURLThatABrowserTakesElsewhere() throws {
        let router = Router(origins: ["https://shop.example"])
        try router.register { $0.on("/*") { _ in } }
        let hosts = Router(host: .match)
        try hosts.register {
            $0.on("//shop.example/*") { _ in }
            $0.on("//*.shop.example/*") { _ in }
        }
        let captures = RouteTable(host: .match, [.init(pattern: try RoutePattern("//:shop/*"), value: 0)])
        for row in try Self.rows() where row.isWeb {
            let isOwn = row.host == "shop.example"
            if router.canOpen(row.url) { #expect(isOwn, "\(row.url.debugDescription)") }
            if hosts.canOpen(row.url) {
                #expect(isOwn || row.host?.hasSuffix(".shop.example") == true, "\(row.url.debugDescription)")
            }
            guard let url = try? URLText(row.url), let match = captures.match(url) else { continue }
            #expect(match["shop"] == row.host, "\(row.url.debugDescription)")
        }
    }

    /// An origin or a pattern with the host of a URL as it is written.
    @Test
    func aHostCountsOnlyAsABrowserShowsIt() throws {
        for row in try Self.rows() where row.isWeb {
            guard let host = (try? URLText(row.url))?.host else { continue }
            let origin = "https://" + host
            if (try? Origin(origin)) != nil, !host.hasPrefix("[") {
                #expect(row.host.map { Array($0.utf8) } == Self.plain(host), "\(row.url.debugDescription)")
            }
            guard let pattern = try? RoutePattern("//\(host)/*") else { continue }
            if try RouteTable(host: .match, [.init(pattern: pattern, value: 0)]).match(URLText(row.url)) != nil {
                #expect(row.host.map { Array($0.utf8) } == Self.plain(host), "\(row.url.debugDescription)")
            }
        }
    }

    @Test(arguments: [
        "https://evil.example\\@shop.example/product/1", "https:\\\\evil.example\\@shop.example", "https:shop.example",
        "https:/shop.example", "https:///shop.example", "https://shop.example:65536",
        "https://shop.example:99999999999999999999",
        "https://u p@shop.example", "https://u\t@shop.example", "https://u|@shop.example", "https://u[@shop.example",
        "https://u\u{7F}@shop.example", "https://shop.example\t/", "https://shop.exam\nple/",
        "https://shop.example/\\..", "https://shop.example/?a=\\", "https://shop.example/#\\",
        "https://shop.example /", "https://shop.example ", " https://shop.example/", "https://shop.example/%E9",
        "https://shop.example/a\u{0}", "https://shop.example/a\u{1B}[2J", "https://shop.example/?a=\rb",
        "https://shop.example/#\n",
    ])
    func aBrowserWouldChangeOrRefuseIt(url: String) throws {
        let router = Router(origins: ["https://shop.example", "shop://"])
        try router.register { $0.on("/*") { _ in } }
        #expect(!router.canOpen(url))
    }

    /// Schemes of apps differ: there a browser takes these characters in paths, but no controls anywhere.
    @Test(arguments: [
        ("shop://a/b c", true), ("shop://a/\\b", true), ("shop://a/?[b]", true), ("shop:a|b", true),
        ("shop://a/b\tc", false), ("shop://a/b?c\u{0}", false), ("shop://a/b#\n", false), ("shop:a\rb", false),
        ("shop://a\\b/c", false), ("shop://u\\@a/c", false), ("shop://a|b/c", false), ("shop://u|@a/c", false),
        ("shop://a/\u{7F}", true), ("shop://a/%0A", true),
    ])
    func outsideOfTheWebOnlyTheAuthorityIsStrict(url: String, isTaken: Bool) throws {
        let router = Router(host: .path)
        try router.register { $0.on("/*") { _ in } }
        #expect(router.canOpen(url) == isTaken)
    }
}

/// Addresses and international names as hosts.
struct HostAddressTests {
    @Test(arguments: [
        "[]", "[:]", "[:::]", "[0:0:1]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[12345::]", "[::g]",
        "[1:2:3:4:5:6:7:8::]", "[::1.2.3]", "[::1.2.3.256]", "[::1.2.3.4.5]", "[::01.2.3.4]", "[1.2.3.4]",
        "[::1.2.3.4:5]",
        "[1:2:3:4:5:6:7:1.2.3.4]", "[::1:]", "[:1::]", "[.]", "[::1.2.3.]",
    ])
    func textInBracketsThatIsNoAddressMakesAURLInvalid(host: String) throws {
        for scheme in ["shop", "https"] {
            let error = try #require(throws: URLTextError.self) { try URLText("\(scheme)://\(host)/x") }
            #expect(error.offset == scheme.utf8.count + 3)
            #expect(throws: URLTextError.self) { try Origin("\(scheme)://\(host)") }
        }
    }

    @Test(arguments: [
        "[::]", "[::1]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[2001:DB8::1]",
        "[::1.2.3.4]", "[1:2:3:4:5:6:1.2.3.4]", "[::ffff:255.255.255.255]", "[0001::]",
    ])
    func anAddressInBracketsIsAHost(host: String) throws {
        for scheme in ["shop", "https"] {
            #expect(try URLText("\(scheme)://\(host):80/x").host == host)
        }
    }

    /// A browser finds another address in these, or no URL.
    @Test(arguments: [
        "0x7f.1", "127.1", "256.1.1.1", "1.2.3.4.5", "017.0.0.1", "127.0.0.1.", "2130706433", "0x", "0X7F000001",
        "shop.example.1", "a.09", "1.2.3.08", "xn--a.example", "xn--.example", "xn--zzzzzz.example", "a.xn--a-ecp.ru",
        "xn--1.shop.example", "xn--shop-.example",
    ])
    func aHostThatABrowserReadsAsAnotherIsTakenByNothing(host: String) throws {
        let url = "https://\(host)/a"
        let error = try #require(throws: URLTextError.self) { try Origin("https://\(host)") }
        #expect(error.explanation.contains("a host as browsers show it"))
        let router = Router(host: .match)
        try router.register { $0.on("//:host/a", "//*.example/a", overriding: true) { _ in } }
        // A pattern has no host with a dot at its end.
        if !host.hasSuffix(".") { try router.register { $0.on("//\(host)/a", overriding: true) { _ in } } }
        #expect(!router.canOpen(url))
        let ignoring = Router()
        try ignoring.register { $0.on("/a") { _ in } }
        #expect(ignoring.canOpen(url))
    }

    @Test(arguments: [
        "127.0.0.1", "0.0.0.0", "255.255.255.255", "xn--bcher-kva.example", "xn--n3h.example", "www.xn--p1ai", "[::1]",
        "1.example",
    ])
    func aHostAsBrowsersShowItIsAnOrigin(host: String) throws {
        let router = Router(origins: [try Origin("https://\(host)")])
        try router.register { $0.on("/a") { _ in } }
        #expect(router.canOpen("https://\(host)/a"))
    }
}
