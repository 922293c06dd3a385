import Dispatchers
import Foundation
import Testing

/// Handlers that run a nested loop, as a modal dialog does.
///
/// Jobs of the actor run inside such a handler.
@Suite("Deliveries of states in a nested run loop") struct NestedLoopTests {
    /// A serial executor that runs its jobs on the thread that calls `runOne()`.
    private final class Loop: SerialExecutor {
        private let jobs = Protected([UnownedJob]())
        private let arrivals = DispatchSemaphore(value: 0)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            arrivals.signal()
        }

        /// Waits for a job and runs it.
        ///
        /// - Returns: `false` after `end()`.
        @discardableResult
        func runOne() -> Bool {
            arrivals.wait()
            guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
            job.runSynchronously(on: asUnownedSerialExecutor())
            return true
        }

        func end() { arrivals.signal() }
    }

    private actor Window {
        nonisolated let loop = Loop()
        nonisolated let center = ObserverCenter()
        private(set) var events: [String] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        func observe() {
            center.observe(.volume, by: self, options: .skipsCurrent) { window, change in
                window.events.append("volume begins")
                window.showDialog()
                window.center.set(.name, to: "b")
                window.events.append("volume ends")
            }
            center.observe(.name, by: self, options: .skipsCurrent) { window, change in
                window.events.append("name \(change.new)")
            }
        }

        func turn(to volume: Int) {
            setElsewhere()
            center.set(.volume, to: volume)
        }

        /// Runs the job enqueued by `setElsewhere()`, whose change is already delivered.
        private func showDialog() {
            events.append("dialog opens")
            loop.runOne()
            events.append("dialog closes")
        }

        nonisolated private func setElsewhere() { center.set(.name, to: "a") }
    }

    @Test("C6: A handler's set is delivered after the handler, also if a nested loop runs a job of the actor")
    func nestedLoop() async {
        let window = Window()
        Thread.detachNewThread {
            while window.loop.runOne() {}
        }
        await window.observe()
        await window.turn(to: 6)
        let received = ["name a", "volume begins", "dialog opens", "dialog closes", "volume ends", "name b"]
        #expect(await window.events == received)
        window.loop.end()
    }

    private actor Panel {
        nonisolated let loop = Loop()
        nonisolated let center = ObserverCenter()
        private(set) var events: [String] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        func observe() {
            center.observe(.volume, by: self, options: .skipsCurrent) { panel, change in
                panel.events.append("volume \(change.new)")
                if change.new == 6 { panel.showDialog() }
            }
            center.observe(.name, by: self, options: .skipsCurrent) { panel, change in
                panel.events.append("name \(change.new)")
            }
        }

        func turn(to volume: Int) { center.set(.volume, to: volume) }

        /// Runs jobs until the observers have received the changes of another thread.
        private func showDialog() {
            events.append("dialog opens")
            Thread.detachNewThread { [center] in
                center.set(.name, to: "a")
                center.set(.name, to: "b")
            }
            while !events.contains("name b"), loop.runOne() {}
            events.append("dialog closes")
        }
    }

    @Test("A nested loop inside a state observer calls the observers of its actor") func observersInLoop() async {
        let panel = Panel()
        Thread.detachNewThread {
            while panel.loop.runOne() {}
        }
        await panel.observe()
        await panel.turn(to: 6)
        await panel.turn(to: 7)
        let expected = ["volume 6", "dialog opens", "name a", "name b", "dialog closes", "volume 7"]
        #expect(await panel.events == expected)
        panel.loop.end()
    }
}
