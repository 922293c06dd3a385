import Foundation
import Routing

enum ParkedLaw {
    /// The stored form of a navigation.
    private struct Stored: Encodable {
        let version = 1
        let navigations: [[String: String]]
    }

    static func check(_ name: String) throws(Violation) {
        do {
            let navigations = try [name, name + "b"].map { name in
                let stored = Stored(navigations: [["url": "shop://a", "guardName": name]])
                return try JSONDecoder().decode(ParkedNavigation.self, from: JSONEncoder().encode(stored))
            }
            try Violation.unless(navigations[0] != navigations[1], "two guards are the same")
            try Violation.unless(Set(navigations).count == 2, "two guards are the same")
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("\(error)")
        }
    }
}
