/// Any key of an object, so that those that tables do not have are seen.
struct RouteListKey: CodingKey, Hashable {
    static let host = RouteListKey("host")
    static let origins = RouteListKey("origins")
    static let routes = RouteListKey("routes")
    static let pattern = RouteListKey("pattern")
    static let name = RouteListKey("name")
    static let schemes = RouteListKey("schemes")
    static let priority = RouteListKey("priority")
    static let metadata = RouteListKey("metadata")

    let stringValue: String

    var intValue: Int? { nil }

    init(_ stringValue: String) {
        self.stringValue = stringValue
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<RouteListKey> {
    /// The problems of the keys that are not among the known ones, in their order.
    func problems(exceptFor known: [RouteListKey]) -> [RouteListError.Problem] {
        // Sorted, since an object has no order once it is decoded.
        let unknown = allKeys.filter { !known.contains($0) }.map(\.stringValue).sorted()
        return unknown.map { RouteListError.Problem(.unknownKey, path: (codingPath + [RouteListKey($0)]).spelling) }
    }
}

extension [any CodingKey] {
    /// The path as one would write it: `routes[3].pattern`.
    var spelling: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}
