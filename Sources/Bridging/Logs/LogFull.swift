/// The error of a log whose storage is full.
///
/// Entries wait until there is room. A reader of a group goes on: it keeps its position in memory, and stores it when that is possible.
/// Until then, another reader that takes over begins at the last stored position.
public struct LogFull: Error, Hashable, CustomStringConvertible {
    /// The storage that is full, such as the path of a file.
    public let storage: String

    /// The text of the engine.
    public let reason: String

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - storage: The storage, without secrets.
    ///   - reason: The text of the engine.
    public init(_ storage: String, _ reason: String) {
        self.storage = storage
        self.reason = reason
    }

    /// One line for developers.
    public var description: String { "\(storage) is full: make room, or trim streams (\(reason))" }
}
