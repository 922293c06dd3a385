import SignalboxCore

/// The reason why a state is not kept, was not read or was not written.
public struct StorageError: Error, Hashable {
    /// The kind of problem.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// A sentence without the name of the state.
        public let description: String

        /// The folder cannot be used.
        public static let noFolder = Self(description: "the folder cannot be used")

        /// Another storage uses the folder, in this process or in another one.
        public static let inUse = Self(description: "another storage uses the folder")

        /// The name of the state cannot be the name of a file.
        public static let invalidName = Self(
            description:
                "a name is 1 to 100 ASCII letters, digits, “-”, “_” and “.”, and begins with none of these three")

        /// Another state of the same name is kept there; case is ignored.
        public static let nameTaken = Self(description: "another state of this name is kept there")

        /// The stored value cannot be read.
        public static let unreadable = Self(description: "the stored value cannot be read")

        /// The system does not let the stored value be read: the device was not unlocked yet, too many files are open, or the disk fails.
        public static let inaccessible = Self(description: "the system does not let the stored value be read")

        /// The stored value was written by a later version.
        public static let laterVersion = Self(description: "the stored value has a later version")

        /// The stored value was written by an earlier version, and there is no migration.
        public static let earlierVersion = Self(
            description: "the stored value has an earlier version, and there is no migration")

        /// The center refuses the stored value: too many sets have led to this one, or the state is being updated.
        public static let notSet = Self(description: "the center refuses the stored value")

        /// The value takes more bytes than the limit.
        public static let tooLarge = Self(description: "the value is larger than the limit")

        /// The value cannot be encoded.
        public static let notEncoded = Self(description: "the value cannot be encoded")

        /// The value cannot be written, and the one before is still stored.
        public static let notWritten = Self(description: "the value cannot be written")

        /// The storage or the center is closed.
        public static let closed = Self(description: "the storage or the center is closed")
    }

    /// The kind of problem.
    public let reason: Reason

    /// The name of the state; `nil` if the storage as a whole has the problem.
    public let state: String?

    /// The error of the system or of a decoder, sizes, or source locations.
    public let details: String?

    /// The location to which the stored value was moved: a path or a key; `nil` if it was not moved.
    public let movedTo: String?

    package init(_ reason: Reason, of state: String? = nil, _ details: String? = nil, movedTo: String? = nil) {
        self.reason = reason
        self.state = state
        self.details = details
        self.movedTo = movedTo
    }

    /// Returns the error with the name of its state.
    func naming(_ state: String) -> Self { Self(reason, of: state, details, movedTo: movedTo) }

    /// Returns the error with the location to which the value was moved.
    func moved(to name: String) -> Self { Self(reason, of: state, details, movedTo: name) }
}

extension StorageError: CustomStringConvertible {
    /// One line for developers.
    public var description: String {
        var line = state.map { "the state “\($0)”: \(reason)" } ?? "\(reason)"
        if let details { line += ": \(details)" }
        if let movedTo { line += "; it was moved to \(movedTo)" }
        return line
    }
}

extension StorageError {
    /// Writes the error to the log, unless others like it were written.
    @Sendable static func log(_ error: StorageError) {
        DefaultLog.write("\(error.state ?? "") \(error.reason)", at: SourceLocation()) { "\(error)" }
    }
}
