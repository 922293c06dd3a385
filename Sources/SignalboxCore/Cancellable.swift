/// A record that a `Registration` ends.
package protocol Cancellable: AnyObject, Sendable {
    /// The source location of the registration.
    var location: SourceLocation { get }

    /// The number of uses by now of that to which it belongs, such as deliveries of a center; always 0 if they are not counted.
    var activity: UInt64 { get }

    /// Reports that its registration was released where it was made, so that it ended at once, unless it has ended before.
    func reportRelease()

    /// Ends the record. Repeated calls do nothing.
    func cancel()

    /// Waits for running calls.
    func drain() async
}

extension Cancellable {
    package var activity: UInt64 { 0 }

    package func reportRelease() {
        DefaultLog.write("Registration", at: location) { ReleasedRegistration(location).description }
    }
}

/// The sentence about a registration that was released where it was made.
package struct ReleasedRegistration: Hashable, CustomStringConvertible, Sendable {
    private let subject: String
    private let location: SourceLocation

    /// Creates a sentence.
    ///
    /// - Parameters:
    ///   - location: The source location of the registration.
    ///   - subject: What has ended.
    package init(_ location: SourceLocation, of subject: String = "what was registered") {
        self.location = location
        self.subject = subject
    }

    package var description: String {
        "\(subject) at \(location) ended at once, since its registration was released: store the registration"
    }
}

/// A record that calls an action once when it is cancelled, and then releases it.
final class CancellableAction: Cancellable {
    let location: SourceLocation
    private let end: Protected<(@Sendable () -> Void)?>
    private let wait: @Sendable () async -> Void
    private let report: (@Sendable () -> Void)?
    private let countActivity: @Sendable () -> UInt64

    init(
        at location: SourceLocation, _ end: @escaping @Sendable () -> Void,
        draining wait: @escaping @Sendable () async -> Void, reportingRelease report: (@Sendable () -> Void)?,
        countingActivity countActivity: @escaping @Sendable () -> UInt64
    ) {
        self.report = report
        self.countActivity = countActivity
        self.location = location
        self.end = Protected(end)
        self.wait = wait
    }

    var activity: UInt64 { countActivity() }

    func reportRelease() {
        if let report { return report() }
        DefaultLog.write("Registration", at: location) { ReleasedRegistration(location).description }
    }

    func cancel() {
        let action = end.withLock { $0.take() }
        action?()
    }

    func drain() async { await wait() }
}
