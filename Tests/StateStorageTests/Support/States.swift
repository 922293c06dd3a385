import Dispatchers
import Foundation

struct Cart: Codable, Sendable, Equatable {
    var items: [String] = []
}

struct Settings: Codable, Sendable, Equatable {
    var isDark = false
    var size = 1.0
}

extension StateKeys {
    static let cart = StateKey("cart", default: Cart())
    static let settings = StateKey("settings", default: Settings())
    static let count = StateKey("count", default: 0)
    static let user = StateKey<String?>("user", default: "guest")
    static let text = StateKey("text", default: "")
}

/// Another key of the same name, as a later version of the program has.
let laterCart = StateKey("cart", default: ["none": 0])
