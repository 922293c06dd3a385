import Foundation
import Routing

enum ListLaw {
    static func check(_ json: String) throws(Violation) {
        do {
            let list = try RouteList(json: Data(json.utf8))
            let written = try list.json
            try Violation.unless(try RouteList(json: Data(written.utf8)) == list, "another list when it is read again")
        } catch let error as RouteListError {
            try Violation.unless(!error.description.isEmpty, "no problem")
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("\(error)")
        }
    }
}
