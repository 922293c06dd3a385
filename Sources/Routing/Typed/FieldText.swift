#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The text of single values.
///
/// The whole text is read. Dates are ISO 8601. Floating-point numbers are finite decimal
/// numbers as `-1.5e3`. A `URL` has no character that would
/// have to be encoded, and a `UUID` the usual 36. What else is `LosslessStringConvertible` is read by its initializer,
/// and written as its description.
enum FieldText {
    /// Returns whether values of a type are text, and not made of other values.
    static func isText(_ type: Any.Type) -> Bool {
        type is Date.Type || type is UUID.Type || type is URL.Type || type is any LosslessStringConvertible.Type
    }

    /// The value that a text is read as, or `nil` when the type has no such value.
    ///
    /// Not generic, like everything that reads and writes fields: it would be compiled for each type that a coder
    /// knows.
    static func value(of type: Any.Type, from text: String) -> Any? {
        switch type {
        case is Date.Type: DateText.date(from: text)
        // Foundation ignores text behind a zero byte.
        case is UUID.Type: text.withSpan { $0.isUUID } ? UUID(uuidString: text) : nil
        case is URL.Type: URL(string: text, encodingInvalidCharacters: false)
        case let type as any (BinaryFloatingPoint & LosslessStringConvertible).Type:
            text.isDecimalNumber ? type.init(text).flatMap { $0.isFinite ? $0 : nil } : nil
        // The standard library compares by canonical equivalence, which takes quadratic time for some texts.
        case is Bool.Type: text.hasSameBytes(as: "true") ? true : text.hasSameBytes(as: "false") ? false : nil
        // The standard library stops the program when the text is not a single character.
        case is Character.Type: text.dropFirst().isEmpty ? text.first : nil
        case let type as any LosslessStringConvertible.Type: type.init(text)
        default: nil
        }
    }

    /// The most bytes of text that a `RawRepresentable` type is read from.
    ///
    /// An enumeration compares strings, which takes quadratic time for texts made for it.
    static let maximumRawValueLength = 1_024

    /// The text of a value, or `nil` when it has none.
    static func text(of value: Any) -> String? {
        switch value {
        case let date as Date: DateText.text(of: date)
        case let id as UUID: id.uuidString
        case let url as URL: url.absoluteString
        case let number as any BinaryFloatingPoint where !number.isFinite: nil
        case let value as any LosslessStringConvertible: value.description
        default: nil
        }
    }

    /// A text that is read as some value of the type, for a probe.
    static func sample(of type: Any.Type) -> String {
        ParameterType.generalSamples.first { value(of: type, from: $0) != nil } ?? "1"
    }
}

extension String {
    /// A Boolean value that indicates whether this is a decimal number, as `-1.5e3`; the standard library also reads
    /// hexadecimal ones.
    fileprivate var isDecimalNumber: Bool {
        utf8.allSatisfy(ASCIISet("+-.0123456789eE").contains) && Double(self) != nil
    }
}

/// Dates of the Gregorian calendar as ISO 8601 writes them, in UTC and with as many digits as they need.
private enum DateText {
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
