import Foundation
import HTTPTypes
import Hummingbird
import ShopKit
import Storage
import Testing

@testable import storefront

/// A browser without JavaScript: keeps its cookie, and does not follow redirects by itself.
final class Visitor {
    private let server: TestServer
    private(set) var cookie: String?

    init(_ server: TestServer, cookie: String? = nil) {
        self.server = server
        self.cookie = cookie
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> TestServer.Answer {
        try await execute(path, .get, headers, nil)
    }

    func post(
        _ path: String, _ fields: [String: String] = [:], from page: String? = nil, headers: HTTPFields = [:]
    ) async throws -> TestServer.Answer {
        var headers = headers
        if let page { headers[.referer] = "http://\(TestServer.authority)\(page)" }
        return try await execute(path, .post, headers, Self.body(of: fields))
    }

    func signIn(_ name: String = "ada", _ password: String = "lovelace") async throws -> TestServer.Answer {
        try await post("/act/sign-in", ["signInFields.name": name, "signInFields.password": password])
    }

    func bind(_ field: String, _ value: String, whileTyping isTyping: Bool = false) async throws -> TestServer.Answer {
        // A script runs on a page.
        if cookie == nil { _ = try await get("/hot") }
        var fields = ["field": field, "value": value]
        if isTyping { fields["typing"] = "" }
        return try await post("/act/bind", fields, headers: .ofScript)
    }

    /// Types a text as a person does: each key sends what is in the field by then, and leaving the field commits it.
    func type(_ text: String, into field: String) async throws -> TestServer.Answer {
        for end in text.indices { _ = try await bind(field, String(text[...end]), whileTyping: true) }
        return try await bind(field, text)
    }

    /// Enters where orders go.
    func enterAddress() async throws {
        _ = try await bind("profile.address.street", "Long Lane 3")
        _ = try await bind("profile.address.zip", "1010")
        _ = try await bind("profile.address.city", "Vienna")
    }

    /// Pays with the fields of the page on which one pays.
    func pay(on page: String? = nil) async throws -> TestServer.Answer {
        let text = if let page { page } else { try await get("/checkout/pay").text }
        return try await post("/act/pay", Self.hiddenFields(of: text), from: "/checkout/pay")
    }

    static func hiddenFields(of page: String) -> [String: String] {
        let found = page.matches(of: /type="hidden" name="(attempt|total)" value="([^"]*)"/)
        return Dictionary(found.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }

    private static func body(of fields: [String: String]) -> String {
        var safe = CharacterSet.alphanumerics
        safe.insert(charactersIn: "-._")
        return fields.map { key, value in
            [key, value].map { $0.addingPercentEncoding(withAllowedCharacters: safe) ?? "" }.joined(separator: "=")
        }.joined(separator: "&")
    }

    private func execute(
        _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: String?
    ) async throws -> TestServer.Answer {
        var headers = headers
        if let cookie { headers[.cookie] = "visit=\(cookie)" }
        let answer = try await server.execute(path, method, headers, body)
        if let set = answer.headers[.setCookie] {
            cookie = String(set.dropFirst("visit=".count).prefix { $0 != ";" })
        }
        return answer
    }
}

extension HTTPFields {
    /// The headers that a browser adds to the requests of a script.
    static let ofScript: HTTPFields = [HTTPField.Name("Sec-Fetch-Mode") ?? .accept: "cors"]
}

/// A shop on a database of its own, which is gone afterwards.
func withShop(
    selling product: Product? = nil, isShowingSteps: Bool = true,
    _ body: (Storefront, TestServer) async throws -> Void
) async throws {
    try await withDatabaseFile { file in
        let database = try Database(at: file)
        if let product { try await database.add(product, stock: 3) }
        let storefront = try await Storefront(database: database, isShowingSteps: isShowingSteps)
        try await body(storefront, TestServer(storefront))
    }
}

func withDatabaseFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storefront-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "shop.sqlite").path)
}

extension Visits {
    /// The visit of a visitor.
    func visit(of visitor: Visitor) async throws -> Visit {
        let id = try #require(visitor.cookie)
        return try #require(try await known(id))
    }
}
