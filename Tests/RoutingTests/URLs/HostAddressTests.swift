import Testing

@testable import Routing

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
