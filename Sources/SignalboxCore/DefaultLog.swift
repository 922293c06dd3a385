#if canImport(os)
    import os
#endif

/// The log for reports without a handler of the app: the log of the system, or standard error.
///
/// Of the reports of one kind with one source location, the first is written, the second, the fourth, the eighth and so on, with
/// their number. Memory is proportional to the number of source locations.
package enum DefaultLog {
    /// The source of reports that are counted together.
    private struct Source: Hashable, Sendable {
        let kind: String
        let location: SourceLocation
        let receiver: SourceLocation?
    }

    private static let counts = Protected([Source: Int]())

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
    ///   - kind: The kind of the report, one of a limited number.
    ///   - location: The source location that caused it.
    ///   - receiver: The source location of the registration, if there is one.
    ///   - text: The line.
    package static func write(
        _ kind: String, at location: SourceLocation, to receiver: SourceLocation? = nil, _ text: () -> String
    ) {
        let source = Source(kind: kind, location: location, receiver: receiver)
        let count = counts.withLock { counts in
            let count = (counts[source] ?? 0) + 1
            counts[source] = count
            return count
        }
        guard count & (count - 1) == 0 else { return }
        writeLine(count == 1 ? text() : "\(text()) (\(count) times by now; reported at 1, 2, 4, 8 …)")
    }

    private static func writeLine(_ line: String) {
        if let output { return output.write(line) }
        #if canImport(os)
            Logger(subsystem: "Signalbox", category: "reports").error("\(line, privacy: .public)")
        #else
            writeToStandardError(line)
        #endif
    }
}
