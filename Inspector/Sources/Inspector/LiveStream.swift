import Dispatchers

/// The body of the answer with all events: those that were recorded, and then each as it begins and ends.
///
/// The stream has the form of server-sent events. After two seconds without events it has a comment, so that tunnels and pages
/// notice when the other end has gone.
struct LiveStream: Sendable {
    /// The time between two reads of the recording.
    static let interval = Duration.milliseconds(50)

    private let recording: Recording
    private let process: String

    /// Retained as long as the stream is open.
    private let open: Place
    private var position: Recorder.Position
    private var encoder = StreamEncoder()
    private var shownVersion: Int?
    private var silentCount = 0

    init(recording: Recording, process: String, open: Place) {
        self.recording = recording
        self.process = process
        self.open = open
        position = recording.oldestPosition
    }

    /// Returns what is new.
    ///
    /// - Returns: `nil` if nothing is; ask again after the interval.
    mutating func nextText() -> String? {
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
        silentCount += 1
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
