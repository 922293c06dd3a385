import Foundation
package import Pages

/// The text of an event stream, as browsers read it.
package enum EventStream {
    /// The beginning of a stream: the milliseconds that a browser waits before it connects again.
    package static let beginning = "retry: 300\n\n"

    /// Patches as one event; a comment when there are none.
    package static func text(_ patches: [Patch]) -> String {
        guard !patches.isEmpty else { return ":\n\n" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Patches are text, which JSON can always write; and JSON has no line breaks of its own.
        guard let data = try? encoder.encode(patches) else { return ":\n\n" }
        return "data: \(String(decoding: data, as: UTF8.self))\n\n"
    }
}
