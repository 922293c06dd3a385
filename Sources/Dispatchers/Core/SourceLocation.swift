/// The place in a program's source where a registration or a call was written.
///
/// Each registration has one, so lists of centers, hooks and routers can show where an entry was made.
/// Creating one allocates nothing. Its text is computed at each access.
public struct SourceLocation: Sendable {
    @usableFromInline let file: StaticString
    @usableFromInline let lineNumber: UInt32

    /// Creates a location; written without arguments, it is the place of the call itself.
    ///
    /// Inlined, it is made when the program is built.
    @inlinable
    public init(fileID: StaticString = #fileID, line: Int = #line) {
        (self.file, lineNumber) = (fileID, UInt32(clamping: line))
    }

    /// The line, counted from one.
    public var line: Int { Int(lineNumber) }

    /// The module and file, as `#fileID` writes them.
    public var fileID: String { file.description }
}

extension SourceLocation: Hashable {
    /// Whether both name one line of one file.
    public static func == (left: Self, right: Self) -> Bool { left.line == right.line && left.fileID == right.fileID }

    /// Feeds file and line to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// The location as compilers print it: `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
