import HTTPTypes
import Testing

@testable import storefront

/// The methods and the bodies that the shop takes.
@Suite struct MethodTests {
    @Test(
        arguments: [
            ("DELETE", "/hot", "GET, HEAD"), ("PUT", "/", "GET, HEAD"), ("OPTIONS", "/cart", "GET, HEAD"),
            ("POST", "/hot", "GET, HEAD"), ("POST", "/live", "GET, HEAD"), ("POST", "/healthz", "GET, HEAD"),
            ("PATCH", "/assets/shop.css", "GET, HEAD"), ("GET", "/act/pay", "POST"), ("HEAD", "/act/cart/1", "POST"),
            ("PUT", "/act/sign-in", "POST"), ("DELETE", "/nowhere", "GET, HEAD, POST"),
        ])
    func aMethodThatAPathDoesNotHaveIsRefusedWithThoseItHas(method: String, path: String, allowed: String) async throws
    {
        try await withShop { _, server in
            let method = try #require(HTTPRequest.Method(method))
            let answer = try await server.execute(path, method, [:], nil)
            #expect(answer.status == 405 && answer.headers[.allow] == allowed)
        }
    }

    @Test func theAddressOfAButtonLeadsOn() async throws {
        try await withShop { _, server in
            let answer = try await server.execute("/act/pay", .get, [:], nil)
            #expect(answer.text.contains("Nothing was done.") && answer.text.contains("href=\"/\""))
        }
    }

    @Test(arguments: ["/hot", "/product/2", "/assets/shop.css", "/healthz", "/nowhere", "/"])
    func headIsGetWithoutItsBody(path: String) async throws {
        try await withShop { _, server in
            let page = try await server.execute(path, .get, [:], nil)
            let head = try await server.execute(path, .head, [:], nil)
            #expect(head.status == page.status && head.text.isEmpty)
            #expect(head.headers[.contentType] == page.headers[.contentType])
            #expect(head.location == page.location)
        }
    }

    /// A request whose body is not read, and the status of its answer.
    @Test(
        arguments: [
            (HTTPRequest.Method.get, "/hot", [:], 200), (.delete, "/hot", [:], 405),
            (.post, "/act/cart/1", [.origin: "http://evil.example"], 403),
            (.post, "/act/cart/" + String(repeating: "1", count: 2_000), [:], 414),
            (.post, "/act/cart/1", [.transferEncoding: "identity, chunked"], 400),
            (.post, "/act/cart/1", [.transferEncoding: "gzip"], 400),
            (.post, "/act/cart/1", [.transferEncoding: "chunked", .contentLength: "3"], 400),
        ] as [(HTTPRequest.Method, String, HTTPFields, Int)])
    func aBodyThatIsNotReadIsTheLastOfItsConnection(
        method: HTTPRequest.Method, path: String, headers: HTTPFields, status: Int
    ) async throws {
        try await withShop { storefront, server in
            var headers = headers
            if headers[.transferEncoding] == nil { headers[.contentLength] = "3" }
            let answer = try await server.execute(path, method, headers, "a=b")
            #expect(answer.status == status && answer.headers[.connection] == "close")
            #expect(answer.status == 200 || !answer.text.isEmpty)
        }
    }

    @Test func aBodyThatIsReadLeavesTheConnectionOpen() async throws {
        try await withShop { _, server in
            let answer = try await server.execute("/act/cart/1", .post, [.contentLength: "3"], "a=b")
            #expect(answer.status == 303 && answer.headers[.connection] == nil)
        }
    }

    @Test(
        arguments: [
            (String(repeating: "x", count: 70_000), 413, "A form has at most 64 KiB here."),
            ("a=%F", 400, "This is no form, or not all of it."), ("a=%FF", 400, "This is no form, or not all of it."),
        ])
    func aFormThatIsNotReadSaysWhy(body: String, status: Int, sentence: String) async throws {
        try await withShop { _, server in
            let answer = try await server.execute("/act/cart/1", .post, [:], body)
            #expect(answer.status == status && answer.text == sentence && answer.headers[.connection] == "close")
        }
    }
}
