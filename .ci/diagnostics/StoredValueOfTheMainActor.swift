// A stored value belongs to the main actor, as all types of the module do. The message names 'Decodable' and 'Encodable'.
// says: main actor-isolated conformance of 'Settings' to 'Decodable' cannot satisfy conformance requirement
// instead: write `nonisolated struct Settings`.
// flags: -default-isolation MainActor
import Dispatchers
import StateStorage

struct Settings: Codable { var isDark = false }
nonisolated extension StateKeys { static let settings = StateKey("settings", default: Settings()) }

func begin(_ states: ObserverCenter, in storage: FileStorage) throws { try states.keep(.settings, in: storage) }
