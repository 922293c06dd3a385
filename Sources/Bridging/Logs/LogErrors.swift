/// The error of a log that will never append an entry, such as one that is too large for it.
///
/// A bridge tries other errors of `append` again, and this one not.
public struct LogRefusal: Error, Hashable, CustomStringConvertible {
    /// The reason, for developers.
    public let reason: String

    /// Creates the error.
    ///
    /// - Parameter reason: The reason, without secrets.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// One line for developers.
    public var description: String { "the log refuses the entry: \(reason)" }
}

/// The error of a log whose storage was removed or replaced while this process uses it, such as a file.
///
/// Entries that the process appended there would be lost. A bridge does not repeat the call: it refuses and reports what waits, `deliver` throws,
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

/// The reason why a cursor cannot be used any more: its lease ran out, and another reader may have taken it.
public struct LogCursorLost: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// One line for developers.
    public var description: String { "another reader may have taken the cursor" }
}
