import Dispatchers
import FlyingSocks

/// The body of the answer with all events: those that were recorded, and then each as it begins and ends.
///
/// The stream has the form of server-sent events. A closed page is noticed at the next write, so a comment is written after two
/// seconds without events.
struct LiveStream: AsyncBufferedSequence {
    typealias Element = UInt8

    let recording: Recording
    let process: String
    let open: OpenStream

    func makeAsyncIterator() -> Iterator {
        Iterator(recording: recording, process: process, open: open, position: recording.oldestPosition)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        private static let interval = Duration.milliseconds(50)

        let recording: Recording
        let process: String

        /// Retained as long as the stream is open.
        let open: OpenStream
        var position: Recorder.Position
        private var encoder = StreamEncoder()
        private var shownVersion: Int?
        private var silentCount = 0

        init(recording: Recording, process: String, open: OpenStream, position: Recorder.Position) {
            self.recording = recording
            self.process = process
            self.open = open
            self.position = position
        }

        mutating func next() async throws -> UInt8? {
            preconditionFailure("the server reads whole buffers")
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            while true {
                if let text = nextText() { return Array(text.utf8) }
                try await Task.sleep(for: Self.interval)
                silentCount += 1
            }
        }

        private mutating func nextText() -> String? {
            let version = recording.version
            if version != shownVersion {
                shownVersion = version
                return "event: state\ndata: \(state)\n\n"
            }
            let changes = recording.changes(after: &position)
            if !changes.isEmpty {
                silentCount = 0
                return "data: \(encoder.encode(changes))\n\n"
            }
            if silentCount < 40 { return nil }
            silentCount = 0
            return ":\n\n"
        }

        /// The part of the recording that pages show.
        private var state: String {
            var json = JSONWriter()
            let muted = recording.trace.muted
            json.object { json in
                json.member("process", process)
                json.member("running", recording.isRunning)
                json.member("kinds", muted.kinds.map { "\($0)" }.sorted())
                json.member("subjects", muted.subjects.sorted())
            }
            return json.text
        }
    }
}
