import Dispatchers
import Foundation
import Testing

/// A handler may run a loop of its own, as one that shows a modal dialog does; jobs of its actor run inside of it then.
@Suite("A loop inside a handler") struct NestedLoopTests {
    /// Runs the jobs of an actor on the thread that asks for it.
    private final class Loop: SerialExecutor {
        private let jobs = Protected([UnownedJob]())
        private let arrivals = DispatchSemaphore(value: 0)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            arrivals.signal()
        }

        /// Waits for a job, and runs it; `false` when no more is to come.
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

        /// Runs the job that came of what was set elsewhere, and which has nothing to do any more.
        private func showDialog() {
            events.append("dialog opens")
            loop.runOne()
            events.append("dialog closes")
        }

        nonisolated private func setElsewhere() { center.set(.name, to: "a") }
    }

    @Test("C6: what a handler sets follows it, though its actor looked for waiting changes meanwhile") func nestedLoop()
        async
    {
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

        /// Runs jobs until the observers have received the changes that another thread makes meanwhile.
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

    @Test("observers of the actor are called in a loop that an observer of a state runs") func observersInLoop() async {
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
