extension String {
    /// The beginning of the text: so many characters at most, each of four bytes on average.
    ///
    /// A single character may have any number of bytes. Of one that is too long, the first scalars stay, so the beginning of a text
    /// is never empty.
    package func cut(to limit: Int) -> String {
        var size = 0
        let scalars = prefix(limit).unicodeScalars.prefix { scalar in
            size += UTF8.width(scalar)
            return size <= 4 * limit
        }
        return String(scalars)
    }
}
