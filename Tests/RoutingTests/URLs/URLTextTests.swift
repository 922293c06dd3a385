import Testing

@testable import Routing

struct URLTextTests {
    @Test(
        arguments: [
            ("shop://product/42", "shop", "product", "/42", nil), ("shop:///a", "shop", "", "/a", nil),
            ("shop:a/b", "shop", nil, "a/b", nil), ("shop:", "shop", nil, "", nil), ("shop://", "shop", "", "", nil),
            ("https://me:pw@shop.example:8080/a?b#c%20d", "https", "shop.example", "/a", "c d"),
            ("x://a@b@c/d", "x", "c", "/d", nil), ("x://[::1]:80/a", "x", "[::1]", "/a", nil),
            ("a+b-c.1://h?q/r", "a+b-c.1", "h", "", nil), ("x://h#a/b?c", "x", "h", "", "a/b?c"),
            ("x://h:/a", "x", "h", "/a", nil), ("x://café/a", "x", "café", "/a", nil),
        ] as [(String, String, String?, String, String?)])
    func aURLIsTakenApart(text: String, scheme: String, host: String?, path: String, fragment: String?) throws {
        let url = try URLText(text)
        #expect(url.text == text)
        #expect(url.scheme == scheme)
        #expect(url.host == host)
        #expect(url.path == path)
        #expect(url.fragment == fragment)
    }

    @Test(
        arguments: [
            ("", .noScheme, 0), ("/a/b", .noScheme, 0), ("a b://c", .noScheme, 1), ("1x://c", .noScheme, 0),
            ("shop", .noScheme, 4), ("é://x", .noScheme, 0), ("x://[::1/a", .invalidAuthority, 4),
            ("x://[::1]a/b", .invalidAuthority, 9), ("x://h:80a/b", .invalidAuthority, 5),
            ("x://a b/c", .invalidAuthority, 5), ("x://a\u{0}b/c", .invalidAuthority, 5),
            ("x://h/%FF", .invalidEncoding, 6),
            ("x://h/a%C3", .invalidEncoding, 7), ("x://h/%C3/%A9", .invalidEncoding, 6),
            ("x://%FF/a", .invalidEncoding, 4), ("x://h/a\tb", .control, 7), ("x://h?\n", .control, 6),
            ("https://h/a\\b", .backslash, 11), ("https://h?\\", .backslash, 10), ("https://h#\\", .backslash, 10),
            ("file:///C|/a", .invalidCharacter, 9),
        ] as [(String, URLTextError.Reason, Int)])
    func anInvalidURLSaysWhyAndWhere(text: String, reason: URLTextError.Reason, offset: Int) throws {
        let error = try #require(throws: URLTextError.self) { try URLText(text) }
        #expect(error.reason == reason)
        #expect(error.offset == offset)
    }

    @Test(arguments: [(65_536, true), (65_537, false), (1 << 20, false)])
    func onlyAURLOfAtMost64KiBIsTaken(length: Int, isTaken: Bool) throws {
        let text = "x://h/" + String(repeating: "a", count: length - 6)
        switch Result(catching: { () throws(URLTextError) in try URLText(text) }) {
        case .success: #expect(isTaken)
        case .failure(let error): #expect(!isTaken && error.reason == .tooLong && error.offset == 65_536)
        }
    }

    @Test(arguments: ["%E0%80%80", "%F0%80%80%80", "%F4%90%80%80", "%F5%80%80%80", "%C1%81", "%80", "%E2%82"])
    func escapesHaveToBeUTF8(text: String) throws {
        let error = try #require(throws: URLTextError.self) { try URLText("x:/" + text) }
        #expect(error.reason == .invalidEncoding && error.offset == 3)
    }

    @Test(arguments: ["<", ">", "\"", "\\", "^", "`", "{", "|", "}"])
    func aHostHasOnlyTheBytesOfAHost(byte: String) throws {
        let error = try #require(throws: URLTextError.self) { try URLText("x://h\(byte)/a") }
        #expect(error.reason == .invalidAuthority && error.offset == 5)
    }

    @Test
    func urlsAreEqualWhenTheirBytesAre() throws {
        let composed = try URLText("x://h/caf\u{E9}")
        #expect(try composed == URLText("x://h/caf\u{E9}"))
        #expect(try composed != URLText("x://h/cafe\u{301}"))
        #expect(try Set([composed, URLText("x://h/cafe\u{301}"), composed]).count == 2)
    }
}

struct URLHostTests {
    @Test(
        arguments: [
            ("https://shop.example/a", "shop.example"), ("https://Shop.EXAMPLE:80/a", "shop.example"),
            ("https://me:pw@shop.example", "shop.example"), ("x://caf%C3%89.h", "cafÉ.h"), ("x://%41b", "ab"),
            ("x://É", "É"), ("x://[::A]:1/", "[::a]"), ("x:///a", ""), ("x:a", ""),
        ] as [(String, String)])
    func aHostIsGivenDecodedAndInSmallLetters(url: String, host: String) throws {
        #expect(try URLText(url).decodedHost ?? "" == host)
    }

    @Test(
        arguments: [
            ("https://shop.example/a/b", "a/b"), ("https://shop.example/../../a", "a"), ("https://shop.example", nil),
            ("x:a/b/", "a/b"),
        ] as [(String, String?)])
    func aHostThatIsMatchedIsNoSegment(url: String, path: String?) throws {
        let url = try URLText(url)
        let found = try #require(Addressing.host(.match).path(of: url))
        #expect(!found.range.beginsWithHost)
        #expect((found.segments.isEmpty ? nil : found.segments.joined(separator: "/")) == path)
    }

    @Test(
        arguments: [
            ("/b", "https://Shop.example:80/b"), ("//other.example/b", "https://Shop.example:80//other.example/b"),
            ("shop://b", "shop://b"),
        ])
    func aRedirectStaysAtAHostThatIsMatched(target: String, url: String) throws {
        #expect(try Addressing.host(.match).url(of: target, seenFrom: URLText("https://Shop.example:80/a?q")) == url)
    }

    @Test(
        arguments: [
            (.ignore, "https://me@Shop.example:80/a?q", "https://Shop.example:80/b"), (.ignore, "x:a", "x:///b"),
            (.ignore, "x://caf%C3%A9/a", "x://caf%C3%A9/b"), (.path, "shop://a", "shop:///b"),
        ] as [(HostRule, String, String)])
    func aRedirectStaysAtAHostThatPlaysNoPart(rule: HostRule, url: String, target: String) throws {
        #expect(try Addressing.host(rule).url(of: "/b", seenFrom: URLText(url)) == target)
    }
}
