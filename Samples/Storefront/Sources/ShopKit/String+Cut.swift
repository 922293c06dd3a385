extension String {
    /// The beginning of the text: so many characters at most, each of four bytes on average.
    ///
    /// A single character may have any number of bytes.
    package func cut(to limit: Int) -> String {
        var text = String(prefix(limit))
        while text.utf8.count > 4 * limit { text.removeLast() }
        return text
    }
}
