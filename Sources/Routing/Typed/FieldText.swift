#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How single values are written as text, and read from it.
///
/// Dates are ISO 8601; what is `LosslessStringConvertible` is its description.
enum FieldText {
    /// Whether values of a type are text, and not made of other values.
    static func isText(_ type: Any.Type) -> Bool {
        type is Date.Type || type is UUID.Type || type is URL.Type || type is Decimal.Type
            || type is any LosslessStringConvertible.Type
    }

    /// The value that a text stands for, or `nil` when it stands for none.
    ///
    /// Not generic, as is all that reads and writes fields: it would be made anew for each type that a coder knows.
    static func value(of type: Any.Type, from text: String) -> Any? {
        switch type {
        case is Date.Type: DateText.date(from: text)
        case is UUID.Type: UUID(uuidString: text)
        case is URL.Type: URL(string: text)
        case is Decimal.Type: Decimal(fieldText: text)
        // The standard library stops the program when the text is no single character.
        case is Character.Type: text.count == 1 ? text.first : nil
        case let type as any LosslessStringConvertible.Type: type.init(text)
        default: nil
        }
    }

    /// The text of a value, or `nil` when there is none that stands for it.
    static func text(of value: Any) -> String? {
        switch value {
        case let date as Date: DateText.text(of: date)
        case let id as UUID: id.uuidString
        case let url as URL: url.absoluteString
        case let number as Decimal: number.description
        case let value as any LosslessStringConvertible: value.description
        default: nil
        }
    }

    /// A text that stands for a value of the type, for a probe.
    static func sample(of type: Any.Type) -> String {
        switch type {
        case is Date.Type: "2001-01-01T00:00:00Z"
        case is UUID.Type: "00000000-0000-0000-0000-000000000000"
        case is Bool.Type: "true"
        default: "1"
        }
    }
}

extension Decimal {
    /// Reads the whole text, which Foundation would take the beginning of.
    fileprivate init?(fieldText: String) {
        guard let value = Decimal(string: fieldText, locale: Locale(identifier: "en_US_POSIX")),
            value.description == fieldText || fieldText.bytes.allSatisfy({ $0.isOne(of: "+-.0123456789eE") })
        else { return nil }
        self = value
    }
}

/// Dates as ISO 8601 writes them, in UTC and with as many digits as they need.
enum DateText {
    /// Reads a day, or a time to the second or finer in any time zone.
    static func date(from text: String) -> Date? {
        guard let point = text.firstOffset(of: UInt8(ascii: ".")) else {
            return whole(text) ?? (try? Date(text, strategy: day))
        }
        var end = point + 1
        for byte in text.bytes.dropFirst(end) {
            guard byte.isOne(of: "0123456789") else { break }
            end += 1
        }
        guard (2...19).contains(end - point), let fraction = Double("0" + text.part(from: point, to: end)) else {
            return nil
        }
        return whole(text.part(from: 0, to: point) + text.part(from: end)).map { date in
            Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + fraction)
        }
    }

    @inline(never)
    private static func whole(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }

    /// Writes a time, or `nil` when no text stands for it alone.
    static func text(of date: Date) -> String? {
        // Beyond, Foundation does not write years in four digits.
        guard (-6e10...2.5e11).contains(date.timeIntervalSinceReferenceDate) else { return nil }
        for count in [0, 3, 6, 9, 17] {
            if let text = text(of: date, digits: count), self.date(from: text) == date { return text }
        }
        return nil
    }

    private static func text(of date: Date, digits count: Int) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down)).formatted(.iso8601)
        guard count > 0 else { return whole }
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        let fraction = ((seconds - seconds.rounded(.down)) * scale).rounded()
        guard fraction < scale, whole.hasSuffix("Z") else { return nil }
        var digits = String(Int64(fraction))
        while digits.utf8.count < count { digits = "0" + digits }
        return whole.part(from: 0, to: whole.utf8.count - 1) + "." + digits + "Z"
    }

    private static let day = Date.ISO8601FormatStyle().year().month().day()
}
