public import Foundation

extension RouteList {
    /// How deep arrays and objects may stand inside of each other.
    public static let maximumDepth = 64

    /// Reads a table from JSON in UTF-8.
    ///
    /// Linear in the text. Keys that stand twice in one object are an error, also if they are escaped differently.
    ///
    /// - Parameters:
    ///   - json: The table.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: Everything that is wrong with the table, unless it cannot be read at all.
    public init(json: Data, types: [ParameterType] = []) throws(RouteListError) {
        do {
            try JSONKeys.check([UInt8](json).span)
            let decoder = JSONDecoder()
            if let key = RouteDraft.typesKey { decoder.userInfo[key] = types }
            self = try decoder.decode(RouteList.self, from: json)
        } catch let error as RouteListError {
            throw error
        } catch let error as DecodingError {
            throw RouteListError(problems: [.init(error)])
        } catch {
            throw RouteListError(problems: [.init(.malformedJSON)])
        }
    }

    /// Reads a table from JSON.
    ///
    /// - Parameters:
    ///   - json: The table.
    ///   - types: Those that its patterns may name besides the built-in ones.
    /// - Throws: Everything that is wrong with the table, unless it cannot be read at all.
    public init(json: String, types: [ParameterType] = []) throws(RouteListError) {
        try self.init(json: Data(json.utf8), types: types)
    }

    /// The table as JSON with sorted keys and without escaped slashes.
    ///
    /// It can be made unless there is a number among the metadata that is not finite.
    public var json: String {
        get throws(RouteListError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                return String(decoding: try encoder.encode(self), as: UTF8.self)
            } catch let EncodingError.invalidValue(_, context) {
                throw RouteListError(problems: [.init(.unencodable, path: context.codingPath.spelling)])
            } catch {
                throw RouteListError(problems: [.init(.unencodable)])
            }
        }
    }
}

extension RouteListError.Problem {
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.missingKey, path: (context.codingPath + [key]).spelling)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self.init(.wrongType, path: context.codingPath.spelling)
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.wrongType, path: context.codingPath.spelling)
        default:
            self.init(.malformedJSON)
        }
    }
}
