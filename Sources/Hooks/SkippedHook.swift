public import SignalboxCore

/// A report that advice does not run: it is isolated and the call was made on another isolation, or its registration was released.
///
/// The call continues without the advice. Each hook is reported once. Without a handler of the app, reports are written to `os.Logger`
/// where that exists, or else to standard error: of hooks with one source location, the first, the second, the fourth and so on.
///
/// ```swift
/// SkippedHook.setHandler { skipped in logger.error("\(skipped)") }
/// ```
public struct SkippedHook: Sendable, CustomStringConvertible {
    /// The reasons for which advice does not run.
    @nonexhaustive public enum Reason: Sendable {
        /// The call was not made on the actor of the advice.
        case callElsewhere
        /// The runtime does not say whether the call was made on the actor of the advice, other than the main actor.
        ///
        /// One that is linked statically does not, nor that of systems before macOS 26 and iOS 26.
        case unknownActor
        /// The advice of a pointcut is marked `@MainActor`, and the join point is not one of the main actor.
        case joinPointElsewhere
        /// The advice of a pointcut is isolated to an actor that is not the main actor. It never runs.
        case unsupportedActor
        /// The registration of the hook was released where it was made, so the hook has ended. Builds for debugging report that.
        case registrationReleased

        /// Creates the reason for which advice of an actor does not run in a call, or `nil` if it runs.
        ///
        /// - Parameter isCurrent: A Boolean value that indicates whether the call is made on the actor; `nil` if that is not known.
        init?(ofCallOn isCurrent: Bool?) {
            switch isCurrent {
            case true?: return nil
            case false?: self = .callElsewhere
            case nil: self = .unknownActor
            }
        }
    }

    private static let handler = Protected<(@Sendable (SkippedHook) -> Void)?>(nil)

    /// The hook, with its source location.
    public let hook: ObservationInfo

    /// The names of the type and the method; `nil` if the hook never runs.
    public let joinPoint: String?

    /// The source location of the join point; `nil` if the hook never runs.
    public let joinPointLocation: SourceLocation?

    /// The reason for which the advice did not run.
    public let reason: Reason

    /// The advice that did not run, the reason, and what to write instead.
    public var description: String {
        let actor = hook.isolation ?? "an actor"
        let advice = "skipped the advice “\(hook.what)” at \(hook.location)"
        let declared = joinPointLocation.map { ", declared at \($0)," } ?? ""
        let call = "\(joinPoint ?? "it")\(declared)"
        let posting = "let advice without isolation post a message, which \(actor) observes"
        return switch reason {
        case .callElsewhere:
            """
            \(advice): it is isolated to \(actor), on which \(call) was not called; register it in a nonisolated function and \(posting), \
            or hook an asynchronous method, whose advice may change to its actor
            """
        case .unknownActor:
            """
            \(advice): it is isolated to \(actor), and the runtime does not say whether \(call) was called there: one that is linked \
            statically does not, nor that of systems before macOS 26 and iOS 26; register it in a nonisolated function and \(posting)
            """
        case .joinPointElsewhere:
            "\(advice): it is marked @\(actor), and \(call) is not a join point of the main actor; \(posting)"
        case .unsupportedActor:
            "\(advice): advice of a pointcut runs anywhere or on the main actor, not on \(actor); \(posting)"
        case .registrationReleased:
            "\(ReleasedRegistration(hook.location, of: "the hook “\(hook.what)”")), or name an owner with “by:”"
        }
    }

    /// Sets the handler of reports, for the process.
    ///
    /// The handler is called on the thread of the call, before the method runs.
    ///
    /// - Parameter handler: The handler; `nil` restores the default, which writes to the log.
    public static func setHandler(_ handler: (@Sendable (SkippedHook) -> Void)?) {
        let old = Self.handler.withLock { current in
            let old = current
            current = handler
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Reports a hook, unless it was reported before.
    static func report(_ entry: HookEntry, at signature: JoinPointSignature?, _ reason: Reason) {
        guard entry.admitReport() else { return }
        let skipped = SkippedHook(
            hook: entry.info, joinPoint: signature?.fullName, joinPointLocation: signature?.location, reason: reason)
        if let handler = handler.withLock({ $0 }) { return handler(skipped) }
        DefaultLog.write("\(SkippedHook.self)", at: skipped.hook.location, to: skipped.joinPointLocation) {
            "\(skipped)"
        }
    }
}
