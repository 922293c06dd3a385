/// The decision whether a request may be answered, by its head alone.
///
/// A pure value: what the inspector shows and does is the app's, so each rule is tested by itself.
struct Admission: Sendable {
    let port: UInt16
    let token: String

    /// The only names of the server.
    ///
    /// A page of another site may have a name that resolves to this machine. The browser sends that name.
    var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

    /// Returns why a request is refused; `nil` if it is answered.
    func refusal(of request: Request) -> Refusal? {
        guard let host = request.headers["host"], hosts.contains(host) else {
            return Refusal(status: 403, reason: "the host is not \(hosts[0])")
        }
        if let origin = request.headers["origin"], origin != "http://\(host)" {
            return Refusal(status: 403, reason: "another origin asks")
        }
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none", !isVisit(request) {
            return Refusal(status: 403, reason: "another site asks")
        }
        if request.method == "OPTIONS" { return Refusal(status: 403, reason: "no other origin may ask") }
        guard let method = Service.method(of: request.path) else { return Refusal(status: 404, reason: "not found") }
        guard request.method == method else {
            return Refusal(
                status: 405, reason: "\(request.path) is not for \(request.method), but for \(method)",
                fields: [HeaderField(name: "Allow", value: method)])
        }
        let isCommand = method == "POST"
        if !isCommand, request.bodyLength ?? 0 > 0 {
            return Refusal(status: 400, reason: "\(request.path) takes no body")
        }
        guard request.path.hasPrefix("/api/") else { return nil }
        guard let given = request.headers["x-signalbox-token"], isToken(given) else {
            return Refusal(status: 403, reason: "the token is wrong or missing: open the address that the app printed")
        }
        return isCommand ? refusal(ofBody: request) : nil
    }

    /// Returns whether a link of another site was followed to the page itself, which has no data.
    private func isVisit(_ request: Request) -> Bool {
        request.method == "GET" && request.path == "/"
            && request.headers["sec-fetch-mode"] == "navigate" && request.headers["sec-fetch-dest"] == "document"
    }

    private func refusal(ofBody request: Request) -> Refusal? {
        if request.bodyLength != nil { return nil }
        return Refusal(status: 411, reason: "the body is announced by Content-Length, also an empty one")
    }

    /// Compares a text with the token in constant time.
    private func isToken(_ text: String) -> Bool {
        let given = Array(text.utf8)
        let expected = Array(token.utf8)
        guard given.count == expected.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(given, expected) { difference |= left ^ right }
        return difference == 0
    }

    /// Returns a token of 128 random bits, which are those of the system's secure generator.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let numbers = [generator.next(), generator.next()] as [UInt64]
        return numbers.map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
