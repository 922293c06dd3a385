import Dispatchers
import Foundation

/// A handler that runs the run loop of the main thread, as a modal dialog does, called from different code.
///
/// Prints whether messages for the main actor are delivered in the loop of the handler, or after it.
@MainActor final class NestedLoops {
    private struct Open: Sendable {}
    private struct Tick: Sendable { let name: String }

    /// The code that posts the message whose handler runs a loop.
    private enum Caller: String, CaseIterable {
        case plainCode, timer, task, mainQueue, otherThread
    }

    private let center = MessageCenter()
    private var isOpen = false
    private var received: [String] = []

    nonisolated static func run() {
        for caller in Caller.allCases {
            let texts = MainActor.assumeIsolated { NestedLoops() }.texts(of: caller)
            print("\(caller.rawValue): \(texts.sorted().joined(separator: ", "))")
        }
    }

    private init() {
        center.observe(Open.self, by: self) { loops, _ in loops.showDialog() }
        center.observe(Tick.self, by: self) { loops, tick in
            loops.received.append("\(tick.name) \(loops.isOpen ? "inside" : "after")")
        }
    }

    /// Lets a caller post, and runs the loop of the main thread until all messages are received.
    nonisolated private func texts(of caller: Caller) -> [String] {
        switch caller {
        case .plainCode: MainActor.assumeIsolated { open() }
        case .timer:
            let timer = Timer(timeInterval: 0, repeats: false) { _ in MainActor.assumeIsolated { self.open() } }
            RunLoop.main.add(timer, forMode: .default)
        case .task: Task { @MainActor in open() }
        case .mainQueue: DispatchQueue.main.async { self.open() }
        case .otherThread: Thread.detachNewThread { [center] in center.post(Open()) }
        }
        Self.runLoop(atMost: 10) { MainActor.assumeIsolated { self.received.count == 3 && !self.isOpen } }
        return MainActor.assumeIsolated { received }
    }

    private func open() { center.post(Open()) }

    /// Runs a loop until all messages are received, or it is clear that they are not.
    private func showDialog() {
        isOpen = true
        center.post(Tick(name: "handler"))
        Thread.detachNewThread { [center] in center.post(Tick(name: "thread")) }
        Task { center.post(Tick(name: "task")) }
        Self.runLoop(atMost: 0.5) { MainActor.assumeIsolated { self.received.count == 3 } }
        isOpen = false
    }

    nonisolated private static func runLoop(atMost seconds: Double, until isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: seconds)
        while !isDone(), Date() < end { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    }
}
