import Testing

@testable import Routing

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
