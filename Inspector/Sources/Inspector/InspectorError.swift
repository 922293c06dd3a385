/// An error that prevents the inspector from starting.
public struct InspectorError: Error, Hashable, CustomStringConvertible {
    /// The reason of an error.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The inspector is started in a release build, which is not allowed by default.
        case release

        /// The server cannot listen, for example since the port is taken.
        case port
    }

    /// The reason.
    public let reason: Reason

    /// One sentence for a developer.
    public let description: String

    /// Throws unless the inspector may run in this build.
    static func check(isDebugBuild: Bool, allowingRelease: Bool) throws(InspectorError) {
        if isDebugBuild || allowingRelease { return }
        throw InspectorError(
            reason: .release,
            description:
                "the inspector shows all data of the app: in a release build it is started with allowingRelease: true alone"
        )
    }
}
