import Dispatchers
import Foundation
import Testing

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
