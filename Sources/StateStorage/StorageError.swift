public import SignalboxCore

/// The reason why a state is not kept, was not read or was not written.
public struct StorageError: Error, Hashable {
    /// The kind of problem.
    @nonexhaustive public enum Reason: Sendable, Hashable, CustomStringConvertible {
        /// The folder cannot be used.
        case noFolder

        /// The folder was removed and made again. All states that are kept are written again; all else that was stored is lost.
        case folderReplaced

        /// Another storage uses the folder, in this process or in another one.
        case inUse

        /// The name of the state cannot be the name of a file.
        case invalidName

        /// Another state of the same name is kept there; case is ignored.
        case nameTaken

        /// The stored value cannot be read.
        case unreadable

        /// The system does not let the stored value be read: the device was not unlocked yet, too many files are open, or the disk fails.
        case inaccessible

        /// The stored value was written by a later version.
        case laterVersion

        /// The stored value was written by an earlier version, and there is no migration.
        case earlierVersion

        /// The center refuses the stored value: too many sets have led to this one, or the state is being updated.
        case notSet

        /// The value takes more bytes than the limit.
        case tooLarge

        /// The value cannot be encoded.
        case notEncoded

        /// The value cannot be written, and the one before is still stored.
        case notWritten

        /// The stored value cannot be removed.
        case notErased

        /// A center inside the one that keeps the state has set it. That value is not stored.
        case setInside

        /// Another storage keeps the state of this center.
        case keptElsewhere

        /// The storage or the center is closed.
        case closed

        /// A sentence without the name of the state.
        public var description: String {
            switch self {
            case .noFolder: "the folder cannot be used"
            case .folderReplaced:
                "the folder was removed and made again: states that are kept are written again, all others are lost"
            case .inUse: "another storage uses the folder"
            case .invalidName:
                "a name is 1 to 100 ASCII letters, digits, “-”, “_” and “.”, and begins with none of these three"
            case .nameTaken: "another state of this name, or of one that differs only by case, is kept there"
            case .unreadable: "the stored value cannot be read"
            case .inaccessible: "the system does not let the stored value be read"
            case .laterVersion: "the stored value has a later version"
            case .earlierVersion: "the stored value has an earlier version, and there is no migration"
            case .notSet: "the center refuses the stored value"
            case .tooLarge: "the value is larger than the limit"
            case .notEncoded: "the value cannot be encoded"
            case .notWritten: "the value cannot be written"
            case .notErased: "the stored value cannot be removed"
            case .setInside: "a value is not stored, since a center inside the one that keeps the state has it"
            case .keptElsewhere: "another storage keeps the state of this center: keep it in one"
            case .closed: "the storage or the center is closed"
            }
        }
    }

    /// The kind of problem.
    public let reason: Reason

    /// The name of the state; `nil` if the storage as a whole has the problem.
    public let state: String?

    /// The error of the system or of a decoder, sizes, or source locations.
    public let details: String?

    /// The location to which the stored value was moved: a path or a key; `nil` if it was not moved.
    public let movedTo: String?

    /// The source location of the other call of `keep`; `nil` if there is none.
    public let keptAt: SourceLocation?

    /// The source location of the set whose value is not stored; `nil` if the error is not about one.
    public let setAt: SourceLocation?

    package init(
        _ reason: Reason, of state: String? = nil, _ details: String? = nil, movedTo: String? = nil,
        keptAt: SourceLocation? = nil, setAt: SourceLocation? = nil
    ) {
        self.reason = reason
        self.state = state
        self.details = details
        self.movedTo = movedTo
        self.keptAt = keptAt
        self.setAt = setAt
    }

    /// Returns the error with the name of its state.
    func naming(_ state: String) -> Self {
        Self(reason, of: state, details, movedTo: movedTo, keptAt: keptAt, setAt: setAt)
    }

    /// Returns the error with the location to which the value was moved.
    func moved(to name: String) -> Self {
        Self(reason, of: state, details, movedTo: name, keptAt: keptAt, setAt: setAt)
    }
}

extension StorageError: CustomStringConvertible {
    /// One line for developers.
    public var description: String {
        var line = state.map { "the state “\($0)”: \(reason)" } ?? "\(reason)"
        if let details { line += ": \(details)" }
        if reason == .keptElsewhere, let keptAt { line += ", as at \(keptAt)" }
        if let movedTo { line += "; it was moved to \(movedTo)" }
        return line
    }
}

extension StorageError {
    /// Returns the error of a value in a center inside the one that keeps a state.
    static func setInside(_ lost: StateKeeper.LostValue, of state: String, keptAt: SourceLocation) -> Self {
        let center = lost.center.map { "the center “\($0)”" } ?? "a center"
        let details =
            "set at \(lost.setAt) in \(center), and kept at \(keptAt) in one around it; set it in that one, or keep it in "
            + "\(center) instead"
        return Self(.setInside, of: state, details, keptAt: keptAt, setAt: lost.setAt)
    }

    /// Writes the error to the log, unless others like it were written.
    @Sendable static func log(_ error: StorageError) {
        DefaultLog.write("\(error.state ?? "") \(error.reason)", at: SourceLocation()) { "\(error)" }
    }
}
