/// The file and the line in a program's source at which a registration or a call was written.
///
/// Each registration has one, so lists of centers, hooks and routers can show where an entry was made.
/// Creating one allocates nothing. Its text is computed at each access.
@frozen
public struct SourceLocation: Sendable {
    /// The address of the file's name, a constant of the program.
    ///
    /// An address takes half the size of a static string.
    @usableFromInline let file: UInt
    @usableFromInline let lineNumber: UInt32

    /// A number that a bridge adds to the location of what it posts, since a causal chain keeps nothing else of a post; otherwise zero.
    ///
    /// It makes no difference for equality. It is where the type had padding.
    @usableFromInline package let mark: UInt32

    /// Creates a location.
    ///
    /// Without arguments, the location is that of the call itself.
    @inlinable
    public init(fileID: StaticString = #fileID, line: Int = #line) {
        file = unsafe UInt(bitPattern: fileID.utf8Start)
        lineNumber = UInt32(clamping: line)
        mark = 0
    }

    private init(_ place: Self, mark: UInt32) {
        file = place.file
        lineNumber = place.lineNumber
        self.mark = mark
    }

    /// Returns the location with another mark.
    package func marked(_ mark: UInt32) -> Self { Self(self, mark: mark) }

    /// The line, counted from one.
    public var line: Int { Int(lineNumber) }

    /// The module and file, as `#fileID` writes them.
    ///
    /// The address is that of a static string, which ends with a zero and is never deallocated: `init` is the only code
    /// that stores one.
    public var fileID: String {
        unsafe UnsafePointer<CChar>(bitPattern: file).map { unsafe String(cString: $0) } ?? ""
    }
}

extension SourceLocation: Hashable {
    /// Returns a Boolean value that indicates whether both name one line of one file.
    public static func == (left: Self, right: Self) -> Bool {
        left.lineNumber == right.lineNumber && (left.file == right.file || left.fileID == right.fileID)
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
