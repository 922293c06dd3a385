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

/// Handlers that run a nested loop, as a modal dialog does.
///
/// Jobs of the actor run inside such a handler.
@Suite("Messages in a nested run loop") struct MessageNestedLoopTests {
    /// A serial executor that runs its jobs on the thread that calls `runOne()`.
    final class Loop: SerialExecutor {
        private let jobs = Probe<UnownedJob>()
        private let next = Slot(0)

        func enqueue(_ job: consuming ExecutorJob) { jobs.report(UnownedJob(job)) }

        /// Runs the oldest job, if there is one.
        func runOne() {
            let index = next.value ?? 0
            guard index < jobs.values.count else { return }
            next.value = index + 1
            jobs.values[index].runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private struct Open: Sendable {}
    private struct Click: Sendable { var number = 0 }
    private struct Echo: Sendable { var number = 0 }

    /// The code that posts the clicks.
    enum Poster: String, CaseIterable, Sendable {
        case job, callout, handlerBefore, otherThread
    }

    private actor Window {
        nonisolated let loop = Loop()
        nonisolated let center = MessageCenter()
        private(set) var events: [String] = []
        private let poster: Poster

        init(_ poster: Poster) { self.poster = poster }

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        func observe() {
            center.observe(Open.self, by: self, priority: 1) { window, _ in window.showDialog() }
            center.observe(Open.self, by: self) { window, _ in window.events.append("opened") }
            center.observe(Click.self, by: self, priority: 1) { window, click in
                window.events.append("click \(click.number)")
                window.center.post(Echo(number: click.number))
            }
            center.observe(Click.self, by: self) { window, click in window.events.append("second \(click.number)") }
            center.observe(Echo.self, by: self) { window, echo in window.events.append("echo \(echo.number)") }
        }

        func open() {
            center.post(Open())
            events.append("post returns")
        }

        private func click() { for number in 1...2 { center.post(Click(number: number)) } }

        private func showDialog() {
            if poster == .handlerBefore { click() }
            events.append("dialog opens")
            switch poster {
            case .job: Task { click() }
            case .callout: click()
            case .handlerBefore: break
            case .otherThread:
                Thread.detachNewThread { [center] in for number in 1...2 { center.post(Click(number: number)) } }
            }
            spin {
                loop.runOne()
                return events.contains("echo 2")
            }
            events.append("dialog closes")
        }
    }

    @Test(
        "C7: A message posted while a handler runs a nested loop is delivered inside the loop",
        arguments: Poster.allCases)
    func nestedLoop(_ poster: Poster) async {
        let window = Window(poster)
        let isOver = Slot(false)
        Thread.detachNewThread {
            spin {
                window.loop.runOne()
                return isOver.value == true
            }
        }
        await window.observe()
        await window.open()
        let clicks = ["click 1", "second 1", "click 2", "second 2", "echo 1", "echo 2"]
        let events = await window.events
        #expect(events.first == "dialog opens")
        #expect(Array(events.suffix(3)) == ["dialog closes", "opened", "post returns"])
        #expect(events.dropFirst().dropLast(3).sorted() == clicks.sorted(), "each once, while the dialog is open")
        let positions = ["click 1", "second 1", "click 2", "second 2"].compactMap { events.firstIndex(of: $0) }
        #expect(positions == positions.sorted(), "in the order of the posts")
        isOver.value = true
    }

    @Test("C15: Deliveries in a nested loop do not change whether the handler consumes its message")
    func consuming() async {
        let window = Window(.callout)
        let isOver = Slot(false)
        Thread.detachNewThread {
            spin {
                window.loop.runOne()
                return isOver.value == true
            }
        }
        let center = window.center
        let consumer = center.observe(Open.self, priority: 2) { _ in center.consume() }
        await window.observe()
        await window.open()
        #expect(await window.events == ["post returns"])
        consumer.cancel()
        let late = center.observe(Click.self, priority: 5) { _ in center.consume() }
        let last = Probe<Int>()
        let behind = center.observe(Open.self, priority: -1) { _ in last.report(1) }
        isOver.value = false
        center.post(Open())
        _ = late
        #expect(last.values == [1])
        behind.cancel()
        isOver.value = true
    }
}
