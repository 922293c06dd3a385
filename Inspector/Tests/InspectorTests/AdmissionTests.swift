import Testing

@testable import Inspector

@Suite("Admission") struct AdmissionTests {
    private static let token = String(repeating: "a", count: 32)
    private let admission = Admission(port: 52_341, token: token)

    private func status(_ method: String, _ path: String, _ headers: [String: String]) -> Int? {
        var all = ["host": "127.0.0.1:52341", "x-signalbox-token": Self.token]
        if method == "POST" { all["content-length"] = "2" }
        for (name, value) in headers { all[name] = value == "-" ? nil : value }
        return refusal(of: method, path, all)?.status
    }

    private func refusal(of method: String, _ path: String, _ headers: [String: String]) -> Refusal? {
        let length = headers["content-length"].flatMap { Int($0) }
        return admission.refusal(of: Request(method: method, path: path, headers: headers, bodyLength: length))
    }

    /// The headers with which a browser follows a link of another port of this machine.
    static let visit = ["sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"]

    /// The rules, in the order in which they are asked.
    static let table: [(method: String, path: String, headers: [String: String], status: Int?)] = [
        ("GET", "/", [:], nil),
        ("GET", "/", ["x-signalbox-token": "-"], nil),
        ("GET", "/api/live", [:], nil),
        ("POST", "/api/stop", [:], nil),
        ("GET", "/api/live", ["host": "localhost:52341"], nil),
        ("GET", "/api/live", ["host": "[::1]:52341"], nil),
        ("GET", "/", ["host": "-"], 403),
        ("GET", "/", ["host": ""], 403),
        ("GET", "/", ["host": "127.0.0.1"], 403),
        ("GET", "/", ["host": "127.0.0.1:52342"], 403),
        ("GET", "/", ["host": "127.0.0.1:523411"], 403),
        ("GET", "/", ["host": "localhost.evil.com:52341"], 403),
        ("GET", "/", ["host": "localhost:52341.evil.com"], 403),
        ("GET", "/", ["host": "evil.com"], 403),
        ("GET", "/", ["host": "127.0.0.1:52341@evil.com"], 403),
        ("GET", "/", ["host": "127.0.0.1:52341, evil.com"], 403),
        ("GET", "/", ["host": "127.1:52341"], 403),
        ("GET", "/", ["host": "0.0.0.0:52341"], 403),
        ("GET", "/", ["host": "LOCALHOST:52341"], 403),
        ("GET", "/", ["origin": "http://127.0.0.1:52341"], nil),
        ("GET", "/", ["origin": "http://localhost:52341"], 403),
        ("GET", "/", ["origin": "https://127.0.0.1:52341"], 403),
        ("GET", "/", ["origin": "null"], 403),
        ("POST", "/api/stop", ["origin": "http://evil.com"], 403),
        ("GET", "/", ["sec-fetch-site": "none"], nil),
        ("GET", "/api/live", ["sec-fetch-site": "same-origin"], nil),
        ("GET", "/", ["sec-fetch-site": "cross-site"], 403),
        ("GET", "/", ["sec-fetch-site": "same-site"], 403),
        ("GET", "/", visit, nil),
        ("GET", "/", visit.merging(["sec-fetch-site": "cross-site"]) { $1 }, nil),
        ("GET", "/", visit.merging(["sec-fetch-dest": "iframe"]) { $1 }, 403),
        ("GET", "/", visit.merging(["sec-fetch-dest": "-"]) { $1 }, 403),
        ("GET", "/", visit.merging(["sec-fetch-mode": "no-cors"]) { $1 }, 403),
        ("GET", "/", visit.merging(["origin": "http://evil.com"]) { $1 }, 403),
        ("GET", "/", visit.merging(["host": "evil.com"]) { $1 }, 403),
        ("POST", "/", visit, 403),
        ("GET", "/app.js", visit, 403),
        ("GET", "/index.html", visit, 403),
        ("GET", "/api/tables", visit, 403),
        ("POST", "/api/stop", visit, 403),
        ("GET", "/", ["content-length": "-"], nil),
        ("GET", "/", ["content-length": "0"], nil),
        ("GET", "/", ["content-length": "2"], 400),
        ("GET", "/", ["content-length": "00"], nil),
        ("GET", "/api/tables", ["content-length": "65537"], 400),
        ("OPTIONS", "/api/stop", [:], 403),
        ("PUT", "/api/stop", [:], 405),
        ("DELETE", "/", [:], 405),
        ("POST", "/", [:], 405),
        ("HEAD", "/api/live", [:], 405),
        ("POST", "/api/tables", [:], 405),
        ("GET", "/api/stop", [:], 405),
        ("GET", "/api/nothing", [:], 404),
        ("DELETE", "/nothing", [:], 404),
        ("GET", "/api/live", ["x-signalbox-token": "-"], 403),
        ("GET", "/api/tables", ["x-signalbox-token": ""], 403),
        ("GET", "/api/tables", ["x-signalbox-token": String(repeating: "a", count: 31)], 403),
        ("GET", "/api/tables", ["x-signalbox-token": String(repeating: "a", count: 31) + "b"], 403),
        ("GET", "/api/tables", ["x-signalbox-token": token + "a"], 403),
        ("POST", "/api/stop", ["x-signalbox-token": "-"], 403),
        ("POST", "/api/stop", ["content-length": "-"], 411),
        // Numbers are read with the body.
        ("POST", "/api/stop", ["content-length": "65537"], nil),
    ]

    @Test("Each rule admits and refuses as the table says", arguments: table.indices) func rules(index: Int) {
        let row = Self.table[index]
        #expect(status(row.method, row.path, row.headers) == row.status, "\(row)")
    }

    static let methods = [
        ("HEAD", "/", "GET"), ("PUT", "/app.js", "GET"), ("POST", "/api/live", "GET"), ("GET", "/api/open", "POST"),
    ]

    @Test("A method that a path does not have is refused with the one that it has", arguments: methods)
    func allowed(method: String, path: String, allowed: String) {
        let refusal = refusal(of: method, path, ["host": "127.0.0.1:52341"])
        #expect(refusal?.status == 405)
        #expect(refusal?.fields == [HeaderField(name: "Allow", value: allowed)])
        #expect(refusal?.reason == "\(path) is not for \(method), but for \(allowed)")
    }

    @Test("Tokens have 128 bits, and each is another one") func tokens() {
        let tokens = (0..<100).map { _ in Admission.makeToken() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test("At most 20 commands are given in a second") func commands() {
        var rate = CommandRate()
        let admitted = (0..<25).map { _ in rate.admit(at: .seconds(1)) }
        #expect(admitted.filter { $0 }.count == 20)
        let isEarlyAdmitted = rate.admit(at: .milliseconds(1_999))
        let isLaterAdmitted = rate.admit(at: .seconds(2))
        #expect(!isEarlyAdmitted)
        #expect(isLaterAdmitted)
    }

    @Test("A release build is refused, unless it is asked for by name") func releases() throws {
        #expect(throws: InspectorError.self) { try InspectorError.check(isDebugBuild: false, allowingRelease: false) }
        try InspectorError.check(isDebugBuild: false, allowingRelease: true)
        try InspectorError.check(isDebugBuild: true, allowingRelease: false)
    }
}
