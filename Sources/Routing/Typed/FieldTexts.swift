/// The texts of a value's fields, in the order in which it encodes them.
final class FieldTexts {
    private(set) var names: [String] = []
    private(set) var texts: [String: [String]] = [:]

    private let route: String

    /// Encodes a value whose fields are single values and lists of them.
    init(of value: some TypedRoute) throws(RouteURLError) {
        route = "\(type(of: value))"
        do {
            try value.encode(to: FieldsEncoder(fields: self))
        } catch let error as RouteURLError {
            throw error
        } catch {
            throw RouteURLError(.unsupported, route: route, value: "\(error)")
        }
    }

    func declare(_ key: String) {
        if texts[key] == nil { names.append(key) }
        texts[key] = texts[key] ?? []
    }

    func append(_ value: some Encodable, to key: String, isElement: Bool) throws {
        guard FieldText.isText(type(of: value)) else {
            return try value.encode(to: FieldEncoder(fields: self, key: key, isElement: isElement))
        }
        guard let text = FieldText.text(of: value) else { throw error(.irreversible, key, "\(value)") }
        declare(key)
        texts[key]?.append(text)
    }

    func error(_ reason: RouteURLError.Reason, _ key: String?, _ value: String? = nil) -> RouteURLError {
        RouteURLError(reason, route: route, name: key, value: value)
    }
}
