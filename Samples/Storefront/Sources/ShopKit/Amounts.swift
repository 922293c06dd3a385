extension Int {
    /// An amount of cents as it is written on a price tag.
    package var asPrice: String { "\(self / 100).\(self % 100 < 10 ? "0" : "")\(self % 100) €" }

    /// A count with its noun, such as *1 thing* or *2 things*.
    package func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
