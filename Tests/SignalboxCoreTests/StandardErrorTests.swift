import Foundation
import SignalboxCore
import Testing

@Suite("Standard error") struct StandardErrorTests {
    /// Returns what a body writes into a pipe.
    private func output(of body: @escaping @Sendable (Int32) -> Void) throws -> String {
        let pipe = Pipe()
        let writer = Thread {
            body(pipe.fileHandleForWriting.fileDescriptor)
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test("A line is written as it is, with a line break")
    func plainLine() throws {
        #expect(try output { writeToStandardError("größer “x” \"y\"", descriptor: $0) } == "größer “x” \"y\"\n")
    }

    @Test("Line breaks and control characters are escaped")
    func controlCharacters() throws {
        let line = try output { writeToStandardError("a\nb\r\u{1B}[0m\u{2028}c", descriptor: $0) }
        #expect(line == #"a\nb\r\u{1B}[0m\u{2028}c"# + "\n")
    }

    @Test("A line has at most 4 KiB, and ends with a whole character")
    func longLine() throws {
        let line = try output { writeToStandardError(String(repeating: "ä", count: 5_000), descriptor: $0) }
        #expect(line.utf8.count <= 4_096)
        #expect(line.utf8.count > 4_090)
        #expect(line.hasSuffix("ä…\n"))
    }

    @Test("A text beyond the capacity of a pipe is written as a whole")
    func longText() throws {
        let text = String(repeating: "a line\n", count: 100_000)
        #expect(try output { writeTextToStandardError(text, descriptor: $0) } == text + "\n")
    }
}
