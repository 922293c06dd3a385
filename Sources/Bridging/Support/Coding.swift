#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes messages and values.
struct PayloadEncoder: Sendable {
    private let encoder = JSONEncoder()

    /// Returns a value as JSON.
    func encode(_ value: some Encodable) throws -> [UInt8] { try Array(encoder.encode(value)) }
}
