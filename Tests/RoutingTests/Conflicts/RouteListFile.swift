import Foundation
import Testing

/// The lists of routes in `Resources`: a method and a path a line, as public interfaces document them.
enum RouteListFile {
    /// The paths, each once, in the order of the list.
    static func paths(of name: String) throws -> [String] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Resources"))
        var known: Set<String> = []
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let path = line.split(separator: " ").last.map(String.init) else { return nil }
            return known.insert(path).inserted ? path : nil
        }
    }
}
