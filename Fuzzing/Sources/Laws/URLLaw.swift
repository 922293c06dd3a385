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
        let items = url.queryItems
        let count = url.query.reduce(0) { $0 + $1.value.count }
        try Violation.unless(count == items.count, "values were lost")
        // The first of each key, but not of thousands, which would be quadratic here.
        for (number, item) in items.prefix(16).enumerated() {
            let first = items[...number].first { $0.key.utf8.elementsEqual(item.key.utf8) }
            try Violation.unless(
                url.firstQueryValue(of: item.key) == first?.value, "not the first value of \(item.key)")
        }
    }
}
