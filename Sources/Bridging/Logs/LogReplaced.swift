/// The error of a log whose storage was removed or replaced while this process uses it, such as a file.
///
/// What the process appended there would be lost. A bridge does not repeat the call: it refuses and reports what waits, `deliver` throws,
/// and readers post a `RemoteGap`.
public struct LogReplaced: Error, Hashable, CustomStringConvertible {
    /// The fate of the storage.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The storage is not there any more.
        case removed
        /// Another storage has its name.
        case replaced
    }

    /// The fate of the storage.
    public let reason: Reason

    /// The storage, such as the path of a file.
    public let storage: String

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - reason: The fate of the storage.
    ///   - storage: The storage, without secrets.
    public init(_ reason: Reason, _ storage: String) {
        self.reason = reason
        self.storage = storage
    }

    /// One line for developers.
    public var description: String {
        switch reason {
        case .removed:
            "\(storage) was removed while the log uses it: nothing more is appended; put it back, or start the process again"
        case .replaced:
            "\(storage) was replaced while the log uses it: nothing more is appended; start the process again to use the new one"
        }
    }
}
