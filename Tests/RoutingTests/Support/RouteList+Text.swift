import Foundation
import Routing

extension RouteList {
    /// Reads a list from text.
    init(json: String, types: [ParameterType] = []) throws(RouteListError) {
        try self.init(json: Data(json.utf8), types: types)
    }
}
