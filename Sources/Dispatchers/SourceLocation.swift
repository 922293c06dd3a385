/// The place in a program's source where a registration or a call was written.
///
/// Every registration keeps one, so that a center, a hook or a router can say who stands behind each of its entries.
/// Making one allocates nothing; its text is made when asked for.
public struct SourceLocation: Sendable {
    /// The line, counted from one.
    public let line: Int

    private let file: StaticString

    /// Creates a location; written without arguments, it is the place of the call itself.
    public init(fileID: StaticString = #fileID, line: Int = #line) {
        self.file = fileID
        self.line = line
    }

    /// The module and file, as `#fileID` writes them.
    public var fileID: String { file.description }
}

extension SourceLocation: Hashable {
    /// Whether both name one line of one file.
    public static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.fileID == right.fileID
    }

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
