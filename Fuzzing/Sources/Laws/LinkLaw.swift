import Foundation
import Routing

enum LinkLaw {
    private static let fingerprint = Array(repeating: "14", count: 32).joined(separator: ":")

    /// The first line is an origin, unless it is none, and the others are patterns.
    static func check(_ input: String) throws(Violation) {
        let lines = input.split(separator: "\n").map(String.init)
        let origin = lines.first.flatMap { try? Origin($0) } ?? "https://shop.example/app"
        let routes = lines.compactMap { try? RoutePattern($0) }.map { RouteList.Route(pattern: $0) }
        let list = RouteList(origins: [origin], routes: routes)
        do {
            let app = try AndroidApp("com.example.shop", fingerprints: [fingerprint])
            let files = [
                try list.appleAppSiteAssociation(for: ["ABCDE12345.com.example.shop"]),
                try list.assetLinks(for: [app]),
            ]
            for file in files {
                _ = try JSONSerialization.jsonObject(with: Data(file.json.utf8))
                try Violation.unless(!file.json.contains("?*?*"), "wildcards that follow one another")
                let isPrintable = file.notes.joined().unicodeScalars.allSatisfy { scalar in
                    scalar.properties.generalCategory != .control
                }
                try Violation.unless(isPrintable, "a control character is printed")
            }
        } catch let error as LinkFileError {
            let reasons: [LinkFileError.Reason] = [.noRoute, .noWebOrigin]
            try Violation.unless(reasons.contains(error.reason), "\(error)")
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("\(error)")
        }
    }
}
