/// Where the parts of a URL stand, in UTF-8 bytes from its beginning.
///
/// What separates the parts tells which of them there are, so that no offset needs to be optional.
struct URLParts: Sendable, BitwiseCopyable {
    /// Where the colon stands behind the scheme.
    var schemeEnd: UInt32 = 0

    /// Where the host begins, without user info; right behind the colon when there is no authority.
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    var pathStart: UInt32 = 0
    var pathEnd: UInt32 = 0

    /// Where the query ends, which begins with the question mark at the end of the path; that end when there is none.
    var queryEnd: UInt32 = 0
    var hasDotSegments = false

    /// Whether the host is `.` or `..`, also escaped.
    var hasDotHost = false

    /// Whether a browser finds another host than the text shows, or no URL.
    var isForeign = false

    var scheme: Range<Int> { 0..<Int(schemeEnd) }

    var host: Range<Int>? { hostStart > schemeEnd + 1 ? Int(hostStart)..<Int(hostEnd) : nil }

    var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

    /// The query without its question mark.
    var query: Range<Int>? { queryEnd > pathEnd ? Int(pathEnd) + 1..<Int(queryEnd) : nil }

    /// The fragment without its number sign, in a text of so many bytes.
    func fragment(in count: Int) -> Range<Int>? { Int(queryEnd) < count ? Int(queryEnd) + 1..<count : nil }
}
