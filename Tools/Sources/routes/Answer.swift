import Foundation
import Routing

/// The answer to a URL.
struct Answer {
    let url: String
    var outcome = Outcome.unmatched
    var reason: String?
    var offset: Int?
    var pattern: String?
    var name: String?
    var parameters: [String: String]?
    var query: URLQuery?
    var tail: [String]?
    var fragment: String?

    enum Outcome: String {
        case matched, unmatched, invalid
    }

    init(to url: String, from table: RouteTable<RouteList.Route>) {
        self.url = url
        do {
            let address = try URLText(url)
            try table.check(address)
            guard let match = table.match(address) else { return }
            outcome = .matched
            pattern = match.value.pattern.text
            name = match.value.options.name
            parameters = match.parameters
            query = address.query
            tail = match.tail
            fragment = address.fragment
        } catch {
            refuse(error.explanation, at: error.offset)
        }
    }

    init(to line: LineReader.Line, from table: RouteTable<RouteList.Route>) {
        if let text = String(bytes: line.bytes, encoding: .utf8) {
            self.init(to: text, from: table)
        } else {
            self.init(url: String(decoding: line.bytes, as: UTF8.self))
            refuse("the line is not UTF-8", at: line.bytes.lengthOfText)
        }
    }

    private init(url: String) { self.url = url }

    /// The answer as one line of JSON, its keys sorted.
    var json: String {
        var fields = [("url", JSONText.string(url)), ("outcome", JSONText.string(outcome.rawValue))]
        for (key, text) in [("reason", reason), ("pattern", pattern), ("name", name), ("fragment", fragment)] {
            if let text { fields.append((key, JSONText.string(text))) }
        }
        if let offset { fields.append(("offset", "\(offset)")) }
        if let parameters {
            fields.append(("parameters", JSONText.object(parameters.map { ($0, JSONText.string($1)) })))
        }
        if let query { fields.append(("query", JSONText.object(query.map { ($0, JSONText.list($1)) }))) }
        if let tail { fields.append(("tail", JSONText.list(tail))) }
        return JSONText.object(fields.map { (key: $0.0, value: $0.1) })
    }

    private mutating func refuse(_ reason: String, at offset: Int) {
        outcome = .invalid
        self.reason = reason
        self.offset = offset
    }
}

extension Data {
    /// The number of bytes before the first that is not UTF-8.
    fileprivate var lengthOfText: Int {
        var decoder = UTF8()
        var iterator = makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return offset
    }
}
