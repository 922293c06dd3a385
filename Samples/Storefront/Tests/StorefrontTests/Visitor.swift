import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ShopKit
import Storage
import Testing

@testable import storefront

/// A browser without JavaScript: keeps its cookie, and does not follow redirects by itself.
final class Visitor {
    private let client: any TestClientProtocol
    private(set) var cookie: String?

    init(_ client: any TestClientProtocol, cookie: String? = nil) {
        self.client = client
        self.cookie = cookie
    }

    struct Answer {
        let status: Int
        let place: String?
        let text: String
        let headers: HTTPFields
    }

    func get(_ path: String) async throws -> Answer { try await execute(path, .get, [:], nil) }

    func post(
        _ path: String, _ fields: [String: String] = [:], headers: HTTPFields = [:]
    ) async throws -> Answer {
        var safe = CharacterSet.alphanumerics
        safe.insert(charactersIn: "-._")
        let body = fields.map { key, value in
            [key, value].map { $0.addingPercentEncoding(withAllowedCharacters: safe) ?? "" }.joined(separator: "=")
        }.joined(separator: "&")
        return try await execute(path, .post, headers, body)
    }

    func signIn(_ name: String = "ada", _ password: String = "lovelace") async throws -> Answer {
        try await post("/act/sign-in", ["signin.name": name, "signin.password": password])
    }

    func bind(_ field: String, _ value: String) async throws -> Answer {
        try await post("/act/bind", ["field": field, "value": value])
    }

    private func execute(
        _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: String?
    ) async throws -> Answer {
        var headers = headers
        if let cookie { headers[.cookie] = "visit=\(cookie)" }
        let answer = try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        if let set = answer.headers[.setCookie] {
            cookie = String(set.dropFirst("visit=".count).prefix { $0 != ";" })
        }
        return Answer(
            status: Int(answer.status.code), place: answer.headers[.location], text: String(buffer: answer.body),
            headers: answer.headers)
    }
}

/// A shop on a database of its own, which is gone afterwards.
func withShop(
    selling product: Product? = nil,
    _ body: @escaping @Sendable (Storefront, any TestClientProtocol) async throws -> Void
) async throws {
    try await withDatabaseFile { file in
        let database = try Database(at: file)
        if let product { try await database.add(product, stock: 3) }
        let storefront = try await Storefront(database: database)
        try await storefront.application().test(.router) { client in try await body(storefront, client) }
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
