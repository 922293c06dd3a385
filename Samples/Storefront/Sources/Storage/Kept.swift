package import Dispatchers
import Foundation

/// A state of visits that is kept in the database, under its name.
package struct Kept: Sendable {
    let name: String
    let observe: @Sendable (ObserverCenter, KeptVisit) -> Void
    let write: @Sendable (ObserverCenter) throws -> Data
    let restore: @Sendable (Data, ObserverCenter) -> Void

    package init<Value: Codable & Sendable>(_ key: StateKey<Value>) {
        let name = key.name
        self.name = name
        observe = { states, visit in
            states.observe(key, by: visit, options: .skipsCurrent) { visit, _ in visit.mark(name) }
        }
        // In an array, since the value may be nil, which is no document of its own.
        write = { states in try JSONEncoder().encode([states[key]]) }
        restore = { data, states in
            // What an earlier version of the shop wrote, and this one cannot read, is as if it was not there.
            guard let value = try? JSONDecoder().decode([Value].self, from: data).first else { return }
            states.set(key, to: value)
        }
    }
}
