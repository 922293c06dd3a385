#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How single values are written as text, and read from it.
///
/// The whole text has to stand for the value. Dates are ISO 8601. Floating-point numbers and `Decimal` are finite decimal
/// numbers as `-1.5e3`; a `Decimal` has at most 38 digits, since more would be lost. A `URL` has no character that would
/// have to be encoded, and a `UUID` the usual 36. What else is `LosslessStringConvertible` is read by its initializer, and
/// written as its description.
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
        // Foundation would take text behind a zero byte, too.
        case is UUID.Type: text.withSpan { $0.isUUID } ? UUID(uuidString: text) : nil
        case is URL.Type: URL(string: text, encodingInvalidCharacters: false)
        case is Decimal.Type: Decimal(fieldText: text)
        case let type as any (BinaryFloatingPoint & LosslessStringConvertible).Type: number(of: type, from: text)
        // The standard library stops the program when the text is no single character.
        case is Character.Type: text.count == 1 ? text.first : nil
        case let type as any LosslessStringConvertible.Type: type.init(text)
        default: nil
        }
    }

    /// The most bytes of text that a `RawRepresentable` type is read from.
    ///
    /// An enumeration compares strings, which takes quadratic time for texts made for it.
    static let maximumRawValueLength = 1_024

    private static func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        of type: Number.Type, from text: String
    ) -> Number? {
        guard text.isDecimalNumber, let number = Number(text), number.isFinite else { return nil }
        return number
    }

    /// The text of a value, or `nil` when there is none that stands for it.
    static func text(of value: Any) -> String? {
        switch value {
        case let date as Date: DateText.text(of: date)
        case let id as UUID: id.uuidString
        case let url as URL: url.absoluteString
        case let number as Decimal: number.description
        case let number as any BinaryFloatingPoint where !number.isFinite: nil
        case let value as any LosslessStringConvertible: value.description
        default: nil
        }
    }

    /// A text that stands for a value of the type, for a probe.
    static func sample(of type: Any.Type) -> String {
        ParameterType.generalSamples.first { value(of: type, from: $0) != nil } ?? "1"
    }
}

extension String {
    /// Whether no `RawRepresentable` type is read from this.
    var isTooLongForRawValue: Bool { utf8.count > FieldText.maximumRawValueLength }

    /// Whether this is a decimal number, as `-1.5e3`; the standard library also reads hexadecimal ones.
    fileprivate var isDecimalNumber: Bool {
        utf8.allSatisfy { $0.isOne(of: "+-.0123456789eE") } && Double(self) != nil
    }
}

extension Decimal {
    /// Reads the whole text; Foundation would take the beginning of one.
    fileprivate init?(fieldText text: String) {
        let digits = text.utf8.prefix { !$0.isOne(of: "eE") }.filter { $0.isOne(of: "0123456789") }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard text.isDecimalNumber, significant.count <= 38,
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), value.isFinite,
            !value.isZero || significant.isEmpty
        else { return nil }
        self = value
    }
}

/// Dates as ISO 8601 writes them, in the proleptic Gregorian calendar, in UTC and with as many digits as they need.
enum DateText {
    /// The days from 1970-01-01 to 2001-01-01.
    private static let referenceDay = 11_323

    /// Reads a day, `2024-05-01`, or a time to the second or finer in any time zone, `2024-05-01T10:00:00.25+02:00`.
    ///
    /// The offset is `Z`, `+02:00`, `+0200` or `+02`. A day that the month does not have, the year 0, the hour 24 and leap
    /// seconds are no dates.
    static func date(from text: String) -> Date? {
        var rest = text.bytes[...]
        guard let year = rest.takeNumber(4), year > 0, rest.take("-"), let month = rest.takeNumber(2), rest.take("-"),
            let day = rest.takeNumber(2)
        else { return nil }
        let number = number(ofDay: day, month, year)
        guard text.begins(with: self.text(ofDay: number)) else { return nil }
        let midnight = Double(number - referenceDay) * 86_400
        guard !rest.isEmpty else { return Date(timeIntervalSinceReferenceDate: midnight) }
        guard rest.take("T"), let hour = rest.takeNumber(2, below: 24), rest.take(":"),
            let minute = rest.takeNumber(2, below: 60), rest.take(":"), let second = rest.takeNumber(2, below: 60),
            let fraction = rest.takeFraction(), let offset = rest.takeOffset(), rest.isEmpty
        else { return nil }
        let time = Double((hour * 60 + minute) * 60 + second - offset)
        return Date(timeIntervalSinceReferenceDate: midnight + time + fraction)
    }

    /// Writes a time, or `nil` when no text stands for it alone.
    static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
        let day = (seconds / 86_400).rounded(.down)
        // From the year 1 through 9999.
        guard (-730_485...2_921_573).contains(day) else { return nil }
        let second = Int(seconds - day * 86_400)
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        let start = text(ofDay: Int(day) + referenceDay) + "T" + time
        for (count, scale) in [(0, 1), (3, 1e3), (6, 1e6), (9, 1e9), (17, 1e17)] {
            let fraction = ((date.timeIntervalSinceReferenceDate - seconds) * scale).rounded()
            let text = start + (count == 0 ? "" : "." + padded(Int64(fraction), count)) + "Z"
            if self.date(from: text) == date { return text }
        }
        return nil
    }

    private static func padded(_ number: some BinaryInteger, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// The days from 1970-01-01 to a day; one that the month does not have is one of another month.
    ///
    /// Years begin in March here, so that a leap day is the last; 400 of them have 146,097 days.
    private static func number(ofDay day: Int, _ month: Int, _ year: Int) -> Int {
        // 400 years later, so that no number is negative.
        let years = year + (month > 2 ? 400 : 399)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468 - 146_097
    }

    private static func text(ofDay number: Int) -> String {
        let days = number + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        let date = [(year, 4), (month < 10 ? month + 3 : month - 9, 2), (dayOfYear - (153 * month + 2) / 5 + 1, 2)]
        return date.map(padded).joined(separator: "-")
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    /// Takes a number of so many digits.
    fileprivate mutating func takeNumber(_ count: Int, below limit: Int = .max) -> Int? {
        let digits = prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isOne(of: .digits) }) else { return nil }
        removeFirst(count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number < limit ? number : nil
    }

    /// Takes up to 18 digits behind a point; 0 when there is none.
    fileprivate mutating func takeFraction() -> Double? {
        guard take(".") else { return 0 }
        let digits = prefix { $0.isOne(of: .digits) }
        guard (1...18).contains(digits.count) else { return nil }
        removeFirst(digits.count)
        return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Takes the seconds that a time zone is ahead of UTC.
    fileprivate mutating func takeOffset() -> Int? {
        if take("Z") { return 0 }
        let isBehind = take("-")
        guard isBehind || take("+"), let hours = takeNumber(2, below: 24) else { return nil }
        guard !isEmpty else { return hours * (isBehind ? -3600 : 3600) }
        _ = take(":")
        return takeNumber(2, below: 60).map { (hours * 60 + $0) * (isBehind ? -60 : 60) }
    }
}
