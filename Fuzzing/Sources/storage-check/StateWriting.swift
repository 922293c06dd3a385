import Foundation
import StateStorage

/// The process that is killed: it changes two states, flushes them, and says so, until it is killed.
struct StateWriting {
    private let storage: ValueStorage

    init(_ storage: ValueStorage) {
        self.storage = storage
    }

    /// Writes both states one time.
    func runOnce() async throws {
        let states = ObserverCenter()
        try states.keep(.first, .second, in: storage)
        states.set(.first, to: Ledger(1))
        states.set(.second, to: Ledger(1))
        try await storage.flush()
    }

    /// Writes both states until the process is killed.
    func run() async throws {
        let states = ObserverCenter()
        try states.keep(.first, .second, in: storage)
        var number = max(states[.first].number, states[.second].number)
        while true {
            // The pause of the storage ends between some of these, too.
            for _ in 1...5 {
                number += 1
                states.set(.first, to: Ledger(number))
                states.set(.second, to: Ledger(number))
                try await Task.sleep(for: .milliseconds(1))
            }
            try await storage.flush()
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}
