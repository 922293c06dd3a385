import Dispatchers
import Foundation
import Testing

@testable import Inspector

@Suite("The stream of a page") struct StreamEncoderTests {
    private func changes(_ subjects: String...) async throws -> Recorder.Changes {
        let trace = Trace(now: { .zero })
        trace.start()
        var iterator = trace.feed(every: .zero).makeAsyncIterator()
        for subject in subjects { trace.span(subject, fileID: "A/B.swift", line: 7) {} }
        var recorder = Recorder()
        var position = recorder.start
        recorder.take(try #require(await iterator.next()))
        return recorder.changes(after: &position)
    }

    private func read(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("A text is sent once, and later by its number") func deltas() async throws {
        var encoder = StreamEncoder()
        let first = try read(encoder.encode(try await changes("work", "work")))
        #expect(first["texts"] as? [String] == ["span", "work", "A/B.swift:7", "done"])
        let thread = try #require((first["rows"] as? [[Int]])?.first?.last)
        // Number, cause, kind, subject, type, place, receiver, scope, outcome, time, duration and thread.
        let row = [1, 0, 0, 1, -1, 2, -1, -1, 3, 0, 0, thread]
        #expect(first["rows"] as? [[Int]] == [row, [2] + row.dropFirst()])
        let second = try read(encoder.encode(try await changes("play")))
        #expect(second["texts"] as? [String] == ["play"])
        #expect((second["rows"] as? [[Int]])?.first?[3] == 4)
    }

    @Test("A long list of texts begins anew, and the page is notified") func resets() async throws {
        var encoder = StreamEncoder(limit: 3)
        _ = encoder.encode(try await changes("work"))
        let next = try read(encoder.encode(try await changes("work")))
        #expect(next["reset"] as? Bool == true)
        #expect(next["texts"] as? [String] == ["span", "work", "A/B.swift:7", "done"])
    }

    @Test("Any text is valid JSON, and one line") func hostileTexts() async throws {
        let subject = "\"\\\n\r\u{0}\u{1f}\u{2028}</script>é🎈"
        var encoder = StreamEncoder()
        let line = encoder.encode(try await changes(subject))
        #expect(!line.contains("\n") && !line.contains("\r"))
        #expect((try read(line)["texts"] as? [String])?[1] == subject)
    }
}
