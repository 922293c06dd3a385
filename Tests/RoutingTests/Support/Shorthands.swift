import Foundation

@testable import Routing

extension RouteOutcome {
    /// The outcome in a few words, to be compared.
    var summary: String {
        switch result {
        case .handled: "handled"
        case .declined: "declined"
        case .notFound: "not found"
        case .parked(let parked): "parked \(parked.url)"
        case .refused(let reason): "refused \(reason)"
        case .blocked: "blocked"
        case .superseded(let url): "superseded by \(url)"
        case .failed(let error): "failed \(error)"
        case .invalid(let error) where error.reason == .noScheme: "invalid no scheme"
        case .invalid(let error): error.reason == .invalidEncoding ? "invalid encoding" : "invalid"
        case .redirected(let target): "redirected \(target)"
        case .held: "held"
        case .needsAwait: "needs await"
        }
    }
}

extension RouteTable {
    /// Adds routes behind all others, whatever conflicts they bring.
    mutating func insert(_ routes: [Route]) {
        let all = self.routes + routes
        self = RouteTable(
            tree.addressing, ignoringCase: tree.isIgnoringCase, all.map(\.record), values: all.map(\.value))
    }
}

extension RouteTable.Match {
    /// The decoded values of the parameters in the path, from left to right.
    var values: [String] {
        var values: [String: String] = [:]
        table.tree.readValues(of: hit, in: text, into: &values)
        return table.tree.records[hit.route].pattern.expansions[hit.expansion].names.compactMap { values[$0] }
    }
}

extension RouteRegistrationError {
    /// Returns whether there is a problem for each of these parts of sentences, in their order.
    func says(_ parts: [String]) -> Bool {
        problems.count == parts.count && zip(problems, parts).allSatisfy { $0.description.contains($1) }
    }
}

extension RouteList {
    /// Reads a list from text.
    init(json: String, types: [ParameterType] = []) throws(RouteListError) {
        try self.init(json: Data(json.utf8), types: types)
    }
}

extension URLQuery {
    /// The query as a dictionary, in which canonically equivalent keys are one.
    var dictionary: [String: [String]] {
        Dictionary(map { ($0, $1) }) { $0 + $1 }
    }
}
