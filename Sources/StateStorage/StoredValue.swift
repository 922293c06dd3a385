import Foundation

/// A value of an earlier version, for a migration.
public struct StoredValue: Sendable {
    /// The version with which it was stored.
    public let version: Int

    private let data: Data

    /// Decodes the value as the type that it had in its version.
    ///
    /// - Parameter type: The type.
    /// - Returns: The value.
    /// - Throws: A `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try Self.makeDecoder().decode(Envelope<Value>.self, from: data).value
    }

    /// Reads the version of stored bytes.
    ///
    /// - Parameter data: The bytes that `encode` returned.
    /// - Throws: A `DecodingError`.
    init(_ data: Data) throws {
        version = try Self.makeDecoder().decode(Version.self, from: data).version
        self.data = data
    }

    /// Returns the bytes to store for a value.
    ///
    /// Those of equal dictionaries with `String` keys are equal. A `Set` and other dictionaries are encoded in an order that differs from
    /// process to process. They count as changed when they are loaded, and are written again.
    ///
    /// - Throws: An error of the value.
    static func encode<Value: Encodable>(_ value: Value, version: Int) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
        return try encoder.encode(Envelope(version: version, value: value))
    }

    private static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
        return decoder
    }

    private static let infinity = "inf"
    private static let negativeInfinity = "-inf"
    private static let notANumber = "nan"

    private struct Version: Decodable {
        let version: Int
    }

    fileprivate struct Envelope<Value> {
        let version: Int
        let value: Value
    }
}

extension StoredValue.Envelope: Encodable where Value: Encodable {}
extension StoredValue.Envelope: Decodable where Value: Decodable {}
