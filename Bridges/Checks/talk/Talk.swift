import Bridging
import Foundation
import SQLiteBridging

struct Said: Codable, Sendable {
    let name: String
    let text: String
}

extension StateKeys {
    static let topic = StateKey("topic", default: "nothing yet")
}

/// Says what is typed, and prints what is said in all processes: `talk <file> <name>`.
@main struct Talk {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return show("usage: talk <file> <name>") }
        let center = MessageCenter()
        let states = ObserverCenter()
        let bridge = MessageBridge(center, states: states, over: try SQLiteLog(path: arguments[1]), as: arguments[2])
        try bridge.carry(Said.self, as: "said")
        try bridge.share(.topic, as: "topic")
        let running = Task { try await bridge.run() }

        let said = center.observe(Said.self) { said in show("\(said.name): \(said.text)") }
        let topic = states.observe(.topic) { change in show("the topic is \(change.new)") }
        while let line = await nextLine() {
            if line.hasPrefix("/topic ") {
                states.set(.topic, to: String(line.dropFirst(7)))
            } else {
                center.post(Said(name: arguments[2], text: line))
            }
        }
        withExtendedLifetime((said, topic)) {}
        running.cancel()
        try await running.value
    }

    /// Prints a line at once, also into a pipe.
    static func show(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Waits for a line of the standard input on a thread of its own.
    static func nextLine() async -> String? {
        await Task.detached { readLine() }.value
    }
}
