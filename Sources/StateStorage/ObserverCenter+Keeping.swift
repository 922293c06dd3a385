public import Dispatchers

extension ObserverCenter {
    /// Keeps states in a storage: sets the stored values now, and writes later changes.
    ///
    /// A state without a stored value is not set, and nothing is written until it differs from its default. A value that cannot be
    /// decoded is moved aside and reported, and the state is not set. In a center inside another one, values of the parent are not stored,
    /// and a stored value hides that of the parent.
    ///
    /// ```swift
    /// try states.keep(.cart, .settings, in: FileStorage(folder))
    /// ```
    ///
    /// The values are encoded as JSON, each under the name of its key, with the version 1. Values are read on the
    /// thread of the caller, encoding and writing on a thread of the storage. The states are kept until this center or
    /// the storage is closed or released.
    ///
    /// Keep a state of a center in one storage: a second one is refused. What centers inside this one set is not stored. The storage
    /// reports that once for each state, with the reason `.setInside`.
    ///
    /// - Parameters:
    ///   - keys: The states. Their names are 1 to 100 ASCII letters, digits, “-”, “_” and “.”, begin with a letter or a digit, and
    ///     differ also without regard to case.
    ///   - storage: The storage, which the center retains.
    ///   - isolation: The actor of the caller.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Throws: An error if one of the states cannot be kept. Then none of them is, though some may have been set.
    public func keep<each Value: Codable & Sendable>(
        _ keys: repeat StateKey<each Value>, in storage: ValueStorage,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws(StorageError) {
        var states: [any KeptState] = []
        for key in repeat each keys {
            states.append(KeptValue(key, of: self, fileID: fileID, line: line))
        }
        try storage.writer.keep(states, in: storage, on: isolation)
    }

    /// Keeps a state in a storage with a version, and converts stored values of earlier versions.
    ///
    /// In all else it does what `keep` does for several states. A value of a later version is moved aside.
    ///
    /// ```swift
    /// try states.keep(.cart, version: 2, in: storage) { old in
    ///     Cart(items: try old.decode([String].self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - version: The version of the value's type. Use a higher one when an older program's values cannot be decoded any more.
    ///   - storage: The storage, which the center retains.
    ///   - isolation: The actor of the caller.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - migrate: Returns the value for one of an earlier version. It is called at most once, before this returns. If it throws, the
    ///     stored value is moved aside.
    /// - Throws: An error if the state cannot be kept.
    public func keep<Value: Codable & Sendable>(
        _ key: StateKey<Value>, version: Int, in storage: ValueStorage,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line,
        migrating migrate: (@Sendable (StoredValue) throws -> Value)? = nil
    ) throws(StorageError) {
        let state = KeptValue(
            key, version: version, of: self, fileID: fileID, line: line, migrating: migrate)
        try storage.writer.keep([state], in: storage, on: isolation)
    }
}
