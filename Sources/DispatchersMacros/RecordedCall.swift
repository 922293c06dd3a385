#if Macros
    /// A recorded call.
    public struct RecordedCall: Sendable, Hashable, CustomStringConvertible {
        /// The function with its labels, or the property; a setter has ` =` at the end.
        public let name: String

        /// The arguments, as text.
        public let arguments: [String]

        /// The call as in source code, without labels and quotation marks.
        public var description: String {
            let base = name.prefix { $0 != "(" }
            return name.contains("(")
                ? "\(base)(\(arguments.joined(separator: ", ")))"
                : ([name] + arguments).joined(separator: " ")
        }
    }
#endif
