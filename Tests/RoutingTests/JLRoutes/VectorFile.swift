import Foundation
import Testing

/// The text files in `Resources`: a row a line, fields with tabs between them.
enum VectorFile {
    static func rows(of name: String) throws -> [[String]] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Resources"))
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// `key=value,value&key=value`, in which these three signs, `%` and tabs are percent-encoded.
    static func items(of field: String) -> [String: [String]] {
        var items: [String: [String]] = [:]
        for item in field.split(separator: "&") {
            let (key, values) = item.split(at: "=")
            items[unescaped(key)] = (values ?? "").split(separator: ",", omittingEmptySubsequences: false).map(
                unescaped)
        }
        return items
    }

    /// `/segment/segment`.
    static func segments(of field: String) -> [String] {
        field.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(unescaped)
    }

    static func unescaped(_ text: some StringProtocol) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? String(text) : String(text)
    }
}

extension StringProtocol {
    /// What stands before and behind the first such character.
    func split(at character: Character) -> (SubSequence, SubSequence?) {
        guard let index = firstIndex(of: character) else { return (self[...], nil) }
        return (self[..<index], self[self.index(after: index)...])
    }
}
