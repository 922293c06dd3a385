#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates of the Gregorian calendar as ISO 8601 writes them, in UTC and with as many digits as they need.
enum DateText {
    /// From 1582-10-15, with which that calendar begins, through 9999.
    private static let span = -13_197_600_000.0..<252_423_993_600

    /// Reads a day, `2024-05-01`, or a time to the second or finer, `2024-05-01T10:00:00.25Z`.
    ///
    /// A day that the month does not have, the hour 24 and leap seconds are not dates.
    static func date(from text: String) -> Date? {
        let isDay = text.utf8.count == 10
        let whole = (isDay ? text + "T00:00:00" : text.part(from: 0, to: min(19, text.utf8.count))) + "Z"
        let digits = text.utf8.dropFirst(20).dropLast()
        let isWhole = isDay || text.hasSameBytes(as: whole)
        // Foundation accepts days that a month does not have, and more text behind the date.
        guard let date = try? Date(whole, strategy: .iso8601), date.formatted(.iso8601).hasSameBytes(as: whole),
            isWhole || text.hasSameBytes(as: "\(whole.dropLast()).\(Substring(digits))Z"),
            isWhole || (1...18).contains(digits.count), digits.allSatisfy(ASCIISet.digits.contains)
        else { return nil }
        let time = date.timeIntervalSinceReferenceDate + (Double("0.\(Substring(digits))") ?? 0)
        return span.contains(time) ? Date(timeIntervalSinceReferenceDate: time) : nil
    }

    /// Writes a time, or `nil` when no text is read as exactly that time.
    static func text(of date: Date) -> String? {
        let time = date.timeIntervalSinceReferenceDate
        guard span.contains(time) else { return nil }
        let seconds = time.rounded(.down)
        let whole = Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
        // One is added, so that the description has no exponent.
        let fraction = "\(1 + (time - seconds))".dropFirst()
        let text = fraction == ".0" ? whole : whole.dropLast() + fraction + "Z"
        return self.date(from: text) == date ? text : nil
    }
}
