#if canImport(os)
    import os
#endif

/// The log for reports without a handler of the app: the log of the system, or standard error.
///
/// Of the reports of one kind with one source location, the first is written, the second, the fourth, the eighth and so on, with
/// their number. Memory is limited: beyond a number of kinds and source locations, all further ones are counted together.
package enum DefaultLog {
    private static let counts = Protected(ReportCounts())

    /// A function that writes lines.
    ///
    /// A bare function as a task-local value of another module crashes in optimized builds of Swift 6.3.
    package struct Output: Sendable {
        let write: @Sendable (String) -> Void

        package init(_ write: @escaping @Sendable (String) -> Void) {
            self.write = write
        }
    }

    /// The function that writes the lines of this task, for tests; `nil` if they are written to the log.
    @TaskLocal package static var output: Output?

    /// Writes a report, if it is due.
    ///
    /// - Parameters:
    ///   - kind: The kind of the report, such as a type and the name of a state. It is public in the log of the system.
    ///   - location: The source location that caused it.
    ///   - receiver: The source location of the registration, if there is one.
    ///   - text: The line.
    package static func write(
        _ kind: String, at location: SourceLocation, to receiver: SourceLocation? = nil, _ text: () -> String
    ) {
        let source = ReportCounts.Source(kind, at: location, to: receiver)
        let count = counts.withLock { $0.add(source) }
        guard count & (count - 1) == 0 else { return }
        let line = count == 1 ? text() : "\(text()) (\(count) times by now; reported at 1, 2, 4, 8 …)"
        writeDue(kind, at: location, to: receiver, line)
    }

    /// Writes a report that is due, because its source decides that.
    package static func writeDue(
        _ kind: String, at location: SourceLocation, to receiver: SourceLocation?, _ line: String
    ) {
        if let output { return output.write(line) }
        #if canImport(os)
            let places = [location, receiver].compactMap { $0 }.map { "\($0)" }.joined(separator: ", ")
            // The line has descriptions of errors, and with them what the user has typed.
            Logger(subsystem: "Signalbox", category: "reports")
                .error("\(kind, privacy: .public) (\(places, privacy: .public)): \(line, privacy: .private)")
        #else
            writeToStandardError(line)
        #endif
    }
}

/// The numbers of reports of each source, of a limited number of sources.
package struct ReportCounts: Sendable {
    /// The source of reports that are counted together.
    package struct Source: Hashable, Sendable {
        let kind: String
        let location: SourceLocation
        let receiver: SourceLocation?

        package init(_ kind: String, at location: SourceLocation, to receiver: SourceLocation? = nil) {
            self.kind = kind
            self.location = location
            self.receiver = receiver
        }
    }

    /// The number of sources that have a count of their own.
    package static let limit = 1_000

    private var counts: [Source: Int] = [:]
    private var countOfOthers = 0

    package init() {}

    /// Counts a report.
    ///
    /// - Returns: The number of reports of its source. Beyond the limit, the sources share one.
    package mutating func add(_ source: Source) -> Int {
        if counts[source] == nil, counts.count >= Self.limit {
            countOfOthers += 1
            return countOfOthers
        }
        counts[source, default: 0] += 1
        return counts[source, default: 0]
    }
}
