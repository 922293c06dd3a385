package import Dispatchers
package import Foundation

/// A state that is kept in the database, under its name.
package struct Kept: Sendable {
    let name: String
    let observe: @Sendable (ObserverCenter, KeptStates) -> Void
    let write: @Sendable (ObserverCenter) throws -> Data

    /// Sets a stored value; the initial one where there is none.
    let restore: @Sendable (Data?, ObserverCenter) -> Void

    package init<Value: Codable & Sendable>(_ key: StateKey<Value>) {
        let name = key.name
        self.name = name
        observe = { states, kept in
            states.observe(key, by: kept, options: .skipsCurrent) { kept, _ in kept.mark(name) }
        }
        write = { states in try Self.data(of: states[key]) }
        restore = { data, states in
            // A value that an earlier version of the shop wrote, and this one cannot read, counts as missing.
            let value = data.flatMap { Self.value(of: Value.self, in: $0) }
            states.set(key, to: value ?? ObserverCenter()[key])
        }
    }

    /// Returns a value as it is stored: in an array, since a value that is `nil` is no document of its own.
    ///
    /// Equal values are equal data.
    package static func data(of value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode([value])
    }

    /// Returns a stored value; `nil` if it cannot be read.
    package static func value<Value: Decodable>(of type: Value.Type, in data: Data) -> Value? {
        try? JSONDecoder().decode([Value].self, from: data).first
    }
}
