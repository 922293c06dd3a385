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

    /// Writes one state and erases it, until the process is killed.
    ///
    /// Prints a number when it is flushed, and the negative number when it is erased.
    ///
    /// - Parameter isForgetting: `true` to erase nothing, as a storage must not: with it the check has to fail.
    /// - Throws: An error of the storage.
    func runErasing(forgetting isForgetting: Bool) async throws {
        let states = ObserverCenter()
        try states.keep(.first, in: storage)
        var number = states[.first].number
        while true {
            number += 1
            states.set(.first, to: Ledger(number))
            // The value of odd numbers may be on disk, or on its way, when it is erased.
            if number.isMultiple(of: 2) {
                try await storage.flush()
                print(number)
            } else {
                try await Task.sleep(for: .milliseconds(number % 4))
            }
            if !isForgetting { try await storage.erase(.first) }
            print(-number)
        }
    }

    private func print(_ number: Int) { FileHandle.standardOutput.write(Data("\(number)\n".utf8)) }

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
            print(number)
        }
    }
}
