import Foundation

/// Dates as ISO 8601 writes them, in UTC and with as many digits as they need.
enum DateText {
    /// Reads a day, or a time to the second or finer in any time zone.
    static func date(from text: String) -> Date? {
        let utf8 = text.utf8
        guard let point = utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day))
        }
        let rest = utf8[utf8.index(after: point)...]
        let digits = Substring(rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard (1...18).contains(digits.utf8.count), let fraction = Double("0.\(digits)") else { return nil }
        let whole = String(Substring(utf8[..<point])) + Substring(rest[digits.endIndex...])
        return (try? Date(whole, strategy: .iso8601))?.addingTimeInterval(fraction)
    }

    /// Writes a time, or `nil` when no text stands for it alone.
    static func text(of date: Date) -> String? {
        // Beyond, Foundation does not write years in four digits.
        guard (-6e10...2.5e11).contains(date.timeIntervalSinceReferenceDate) else { return nil }
        return [0, 3, 6, 9, 17].lazy.compactMap { text(of: date, digits: $0) }.first { self.date(from: $0) == date }
    }

    private static func text(of date: Date, digits count: Int) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down)).formatted(.iso8601)
        guard count > 0 else { return whole }
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        let fraction = ((seconds - seconds.rounded(.down)) * scale).rounded()
        guard fraction < scale, whole.utf8.last == UInt8(ascii: "Z") else { return nil }
        let digits = String(Int(fraction))
        return whole.dropLast() + "." + String(repeating: "0", count: count - digits.utf8.count) + digits + "Z"
    }

    private static let day = Date.ISO8601FormatStyle().year().month().day()
}
