import Routing

/// What has to hold for any input, whatever it is.
package enum Law: String, CaseIterable, Sendable {
    /// A pattern prints itself back, or is refused at an offset of its text.
    case pattern

    /// A URL is taken apart into parts that are in it, or is refused at an offset of its text.
    case url

    /// A table finds the first of all routes that it finds, and their values can be read.
    case table

    /// A URL is opened, its values are read, and what is printed of it has no control characters.
    case opening

    /// A list of routes prints itself back, or is refused with a reason.
    case list

    /// A route of any name is found by its bytes, or the name is refused.
    case naming

    /// A stored navigation with a guard of any name is read and compared by its bytes.
    case parked

    /// The files for a web site are JSON, whatever its routes are, or are refused with a reason.
    case links

    /// The bytes of an entry of a log print themselves back, or are refused, and what is written is read again.
    case entry

    /// A message of any form is delivered, or a dead letter, and the bridge goes on behind it.
    case message

    /// A trace context prints itself back, or is refused.
    case context

    /// Throws if the law does not hold.
    ///
    /// For a table the lines of the input are its patterns, and the last is the URL that is looked up.
    package func check(_ input: String) throws(Violation) {
        try check(Array(input.utf8))
    }

    /// Throws if the law does not hold for bytes, which need not be text.
    package func check(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .entry: try EntryLaw.check(bytes)
        case .message: try MessageLaw.check(bytes)
        default: try checkText(String(decoding: bytes, as: UTF8.self))
        }
    }

    private func checkText(_ input: String) throws(Violation) {
        switch self {
        case .pattern: try PatternLaw.check(input)
        case .url: try URLLaw.check(input)
        case .table: try TableLaw.check(input)
        case .opening: try OpeningLaw.check(input)
        case .list: try ListLaw.check(input)
        case .naming: try NamingLaw.check(input)
        case .parked: try ParkedLaw.check(input)
        case .links: try LinkLaw.check(input)
        case .context: try ContextLaw.check(input)
        case .entry, .message: break
        }
    }
}

/// How a law was broken.
package struct Violation: Error {
    /// What did not hold.
    package let explanation: String

    /// Says what did not hold.
    package init(_ explanation: String) {
        self.explanation = explanation
    }

    static func unless(_ condition: Bool, _ explanation: @autoclosure () -> String) throws(Violation) {
        guard condition else { throw Violation(explanation()) }
    }
}
