import Testing

@testable import Inspector

@Suite("Reading requests") struct RequestReaderTests {
    /// The result of reading bytes.
    private enum Outcome: Equatable {
        case request(Request)
        case refused(Int)
        case incomplete
    }

    /// Reads bytes in pieces of a size.
    private func read(
        _ bytes: some Collection<UInt8>, inPiecesOf size: Int = .max, _ limits: RequestLimits = RequestLimits()
    ) -> Outcome {
        var reader = RequestReader(limits: limits)
        var rest = Array(bytes)[...]
        do {
            while !rest.isEmpty {
                if let request = try reader.take(rest.prefix(size)) { return .request(request) }
                rest = rest.dropFirst(size)
            }
            return .incomplete
        } catch {
            return .refused(error.status)
        }
    }

    private func status(_ text: String, _ limits: RequestLimits = RequestLimits()) -> Int? {
        switch read(text.utf8, limits) {
        case .request: 200
        case .refused(let status): status
        case .incomplete: nil
        }
    }

    private func read(_ bytes: some Collection<UInt8>, _ limits: RequestLimits) -> Outcome {
        read(bytes, inPiecesOf: .max, limits)
    }

    @Test(
        "A request is read with its path, query, fields and body, in pieces of any size", arguments: [1, 2, 7, 1_000])
    func parts(size: Int) {
        let text = "POST /api/mute?a=b?c HTTP/1.1\r\nHost:\t a:1 \r\nX-Empty:\r\ncontent-LENGTH: 4\r\n\r\n{\r\n}behind"
        let request = Request(
            method: "POST", path: "/api/mute", query: "a=b?c",
            headers: ["host": "a:1", "x-empty": "", "content-length": "4"], bodyLength: 4, body: Array("{\r\n}".utf8))
        #expect(read(text.utf8, inPiecesOf: size) == .request(request))
    }

    static let grammar: [(text: String, status: Int?)] = [
        ("GET / HTTP/1.1\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\n", nil),
        ("GET / HTTP/1.1\r\nA: b\r\n", nil),
        ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\na", nil),
        ("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nab", 200),
        ("GET / HTTP/1.1\n\n", 400),
        ("\r\nGET / HTTP/1.1\r\n\r\n", 400),
        ("GET /\r\n\r\n", 400),
        ("GET  / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1 \r\n\r\n", 400),
        (" GET / HTTP/1.1\r\n\r\n", 400),
        ("G(T / HTTP/1.1\r\n\r\n", 400),
        ("GET /é HTTP/1.1\r\n\r\n", 400),
        ("GET /\t HTTP/1.1\r\n\r\n", 400),
        ("GET * HTTP/1.1\r\n\r\n", 400),
        ("GET http://127.0.0.1/ HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\n\r\n", 505),
        ("GET / http/1.1\r\n\r\n", 505),
        ("GET / HTTP/1.1\r\nA\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA : b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: é\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 00\r\n\r\n", 200),
        ("POST / HTTP/1.1\r\nContent-Length: 002\r\n\r\nab", 200),
        ("POST / HTTP/1.1\r\nContent-Length: \t 2 \r\n\r\nab", 200),
        ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 2 2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 2,\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 2.0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: ٢\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: identity\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\nTransfer-Encoding:\r\n\r\n", 501),
    ]

    @Test("The grammar is that of the table, and nothing is repaired", arguments: grammar.indices)
    func rules(index: Int) {
        let row = Self.grammar[index]
        #expect(status(row.text) == row.status, "\(row)")
    }

    @Test("A request line has at most so many bytes, complete or not") func line() {
        let limits = RequestLimits(line: 20)
        #expect(status("GET /234567 HTTP/1.1\r\n\r\n", limits) == 200)
        #expect(status("GET /2345678 HTTP/1.1\r\n\r\n", limits) == 414)
        #expect(status("GET /234567890123456", limits) == nil)
        #expect(status("GET /2345678901234567 ", limits) == 414)
    }

    @Test("There are at most so many header fields") func fields() {
        let limits = RequestLimits(fields: 3)
        let head = { (count: Int) in
            "GET / HTTP/1.1\r\n" + (0..<count).map { "X-\($0): a\r\n" }.joined() + "\r\n"
        }
        #expect(status(head(3), limits) == 200)
        #expect(status(head(4), limits) == 431)
    }

    @Test("Header fields have at most so many bytes together, complete or not") func head() {
        let limits = RequestLimits(head: 10)
        #expect(status("GET / HTTP/1.1\r\nA: bcd\r\n\r\n", limits) == 200)
        #expect(status("GET / HTTP/1.1\r\nA: bcde\r\n\r\n", limits) == 431)
        #expect(status("GET / HTTP/1.1\r\nA: bcdefghij", limits) == 431)
    }

    @Test("A body has at most so many bytes, and is refused by its announced length") func body() {
        let limits = RequestLimits(body: 3)
        #expect(status("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", limits) == 200)
        #expect(status("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n", limits) == 413)
    }

    @Test("The form of the body is refused before the head, and its size after it")
    func order() {
        let status = { (fields: String) -> Int? in
            var reader = RequestReader { _ in Refusal(status: 403, reason: "") }
            return #expect(throws: Refusal.self) { try reader.take("POST / HTTP/1.1\r\n\(fields)\r\n\r\n".utf8) }?
                .status
        }
        #expect(status("Transfer-Encoding: chunked") == 501)
        #expect(status("Content-Length: +1") == 400)
        #expect(status("Content-Length: 70000") == 403)
    }

    @Test("A head that is refused ends the reading, before its body") func refusal() {
        var reader = RequestReader { _ in Refusal(status: 403, reason: "") }
        let error = #expect(throws: Refusal.self) {
            try reader.take("POST / HTTP/1.1\r\nContent-Length: 70000\r\n\r\n".utf8)
        }
        #expect(error?.status == 403)
    }

    @Test("Mutated requests have the same outcome in one piece and byte by byte", arguments: 1...4)
    func mutated(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let texts = [
            "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:1\r\nOrigin: http://127.0.0.1:1\r\n\r\n",
            "POST /api/mute HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 12\r\n\r\n{\"kinds\":[]}",
        ].map { Array($0.utf8) }
        for _ in 0..<2_000 {
            var bytes = texts.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...6, using: &random) { random.mutate(&bytes) }
            #expect(read(bytes) == read(bytes, inPiecesOf: 1), "\(bytes)")
        }
    }
}
