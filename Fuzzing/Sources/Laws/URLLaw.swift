import Routing

enum URLLaw {
    static func check(_ text: String) throws(Violation) {
        switch Result(catching: { () throws(URLTextError) in try URLText(text) }) {
        case .failure(let error):
            try Violation.unless((0...text.utf8.count).contains(error.offset), "offset \(error.offset)")
        case .success(let url):
            let parts = [url.scheme, url.host ?? "", url.path]
            let length = parts.reduce(0) { $0 + $1.utf8.count }
            try Violation.unless(length <= text.utf8.count, "parts longer than the whole")
            try Violation.unless(text.utf8.starts(with: url.scheme.utf8), "the scheme is not at the beginning")
            _ = url.fragment
            try checkQuery(of: url)
            try checkEncoding(of: url)
        }
    }

    /// What a browser encodes behind an authority counts as encoded.
    private static func checkEncoding(of url: URLText) throws(Violation) {
        let text = Array(url.text.utf8)
        guard let host = url.host, let slashes = text.firstIndex(of: UInt8(ascii: "/")) else { return }
        let delimiters = Array("/?#".utf8)
        let start = text[(slashes + 2)...].firstIndex(where: delimiters.contains) ?? text.count
        let end = text.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
        var encoded = String(decoding: text[..<start], as: UTF8.self)
        for byte in text[start..<max(start, end)] {
            let isKept = byte < 0x7F && !" \"<>[]{}|^`".utf8.contains(byte)
            let digits = String(byte, radix: 16)
            encoded += isKept ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }
        // A text that is longer when it is encoded may be refused.
        guard encoded.utf8.count <= URLText.maximumLength, let other = try? URLText(encoded) else {
            return try Violation.unless(encoded.utf8.count > URLText.maximumLength, "refused as \(encoded)")
        }
        try Violation.unless(other.host == host, "another host as \(encoded)")
        try Violation.unless(other.query == url.query, "another query as \(encoded)")
        try Violation.unless(other.fragment == url.fragment, "another fragment as \(encoded)")
        guard let pattern = try? RoutePattern("/*") else { throw Violation("no pattern") }
        let table = RouteTable([.init(pattern: pattern, value: 0)])
        try Violation.unless(table.match(other)?.tail == table.match(url)?.tail, "another path as \(encoded)")
    }

    private static func checkQuery(of url: URLText) throws(Violation) {
        // Not of thousands, which would be quadratic here.
        for (key, values) in url.query.prefix(16) {
            try Violation.unless(url.firstQueryValue(of: key) == values.first, "not the first value of \(key)")
        }
    }
}
