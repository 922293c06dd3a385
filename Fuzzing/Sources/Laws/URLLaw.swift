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
        }
    }

    private static func checkQuery(of url: URLText) throws(Violation) {
        // Not of thousands, which would be quadratic here.
        for (key, values) in url.query.prefix(16) {
            try Violation.unless(url.firstQueryValue(of: key) == values.first, "not the first value of \(key)")
        }
    }
}
