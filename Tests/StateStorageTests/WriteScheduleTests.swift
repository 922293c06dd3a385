import Testing

@testable import StateStorage

@Suite("Write schedule")
struct WriteScheduleTests {
    private typealias Schedule = WriteSchedule<String>

    private func text(_ step: Schedule.Step) -> String {
        switch step {
        case .rest: "rest"
        case .pause(let number): "pause \(number)"
        case .write(let names): "write \(names.sorted().joined(separator: " "))"
        case .end: "end"
        }
    }

    @Test("The first change begins a pause, whose end writes all changes")
    func pausing() {
        var schedule = Schedule()
        #expect(text(schedule.change("a")) == "pause 1")
        #expect(text(schedule.change("b")) == "rest")
        #expect(text(schedule.endPause(1)) == "write a b")
        #expect(schedule.isPending("a"))
        #expect(text(schedule.change("a")) == "rest")
        #expect(text(schedule.endWriting(failures: []).next) == "pause 2")
        #expect(!schedule.isPending("b"))
        #expect(text(schedule.endPause(1)) == "rest")
        #expect(text(schedule.endPause(2)) == "write a")
        #expect(text(schedule.endWriting(failures: []).next) == "rest")
    }

    @Test("A flush ends the pause, and one that comes while states are written waits for the next time")
    func flushing() {
        var schedule = Schedule()
        _ = schedule.change("a")
        #expect(text(schedule.flush(["b"], for: "first")) == "write a b")
        #expect(text(schedule.endPause(1)) == "rest")
        _ = schedule.change("c")
        #expect(text(schedule.flush(for: "second")) == "rest")
        let (next, served) = schedule.endWriting(failures: [])
        #expect(text(next) == "write c")
        #expect(served == ["first"])
        let (last, others) = schedule.endWriting(failures: [])
        #expect(text(last) == "rest")
        #expect(others == ["second"])
    }

    @Test("What could not be written is written with the next change, and by the next flush")
    func failing() {
        var schedule = Schedule()
        _ = schedule.change("a")
        _ = schedule.endPause(1)
        #expect(text(schedule.endWriting(failures: ["a"]).next) == "rest")
        #expect(schedule.isPending("a"))
        #expect(text(schedule.change("b")) == "pause 2")
        #expect(text(schedule.endPause(2)) == "write a b")
        _ = schedule.endWriting(failures: ["a"])
        #expect(text(schedule.flush(for: "x")) == "write a")
    }

    @Test("A storage that is closed writes the last changes, and then ends, also if that fails")
    func closing() {
        var schedule = Schedule()
        _ = schedule.change("a")
        _ = schedule.endPause(1)
        _ = schedule.change("b")
        #expect(text(schedule.flush(for: nil, isLast: true)) == "rest")
        #expect(text(schedule.endWriting(failures: []).next) == "write b")
        #expect(text(schedule.endWriting(failures: ["b"]).next) == "end")
        #expect(schedule.isEnded)
        #expect(text(schedule.change("a")) == "rest")
        #expect(text(schedule.flush(for: nil)) == "rest")
    }
}
