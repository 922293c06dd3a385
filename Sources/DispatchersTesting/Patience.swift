package import SignalboxCore

/// The report of a wait that takes longer than a moment: it names the call that waits, and what for.
package struct Patience: Sendable {
    /// Reports a wait of ten seconds as a warning of the current test; without one, on standard error.
    static let usual = Patience(of: .seconds(10), by: ContinuousClock()) { report($0, at: $1) }

    private let limit: Duration
    private let clock: any Clock<Duration>
    private let say: @Sendable (String, SourceLocation) -> Void

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - limit: The time after which a wait is reported.
    ///   - clock: The clock of that time.
    ///   - say: Called once with the sentence and the source location of a wait.
    package init(
        of limit: Duration, by clock: any Clock<Duration>,
        saying say: @escaping @Sendable (String, SourceLocation) -> Void
    ) {
        self.limit = limit
        self.clock = clock
        self.say = say
    }

    /// Calls a body that waits, and reports that if the body takes too long.
    ///
    /// - Parameters:
    ///   - location: The source location of the call that waits.
    ///   - what: Returns the sentence.
    ///   - body: The body.
    func wait(at location: SourceLocation, for what: @escaping @Sendable () -> String, _ body: () async -> Void) async {
        // A task of its own, which knows the current test.
        let watching = Task(name: "limit of patience") { [self] in
            if (try? await clock.sleep(for: limit)) != nil { say(what(), location) }
        }
        await body()
        watching.cancel()
    }

    private static func report(_ text: String, at location: SourceLocation) {
        #if canImport(Testing)
            if warnTest(text, at: location) { return }
        #endif
        writeTextToStandardError("\(location): \(text)")
    }
}
