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
        guard text.decimalDigitCount != nil, let number = Number(text), number.isFinite else { return nil }
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

    /// How many digits a decimal number has, without leading zeros and the exponent, or `nil` when this is none.
    fileprivate var decimalDigitCount: Int? {
        var rest = bytes[...]
        if rest.first?.isOne(of: "+-") == true { rest.removeFirst() }
        let mantissa = rest.prefix { $0.isOne(of: "0123456789.") }
        rest = rest.dropFirst(mantissa.count)
        let digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        guard !digits.isEmpty, mantissa.count - digits.count <= 1 else { return nil }
        if rest.first?.isOne(of: "eE") == true {
            rest.removeFirst()
            if rest.first?.isOne(of: "+-") == true { rest.removeFirst() }
            guard !rest.isEmpty, rest.allSatisfy({ $0.isOne(of: .digits) }) else { return nil }
        } else if !rest.isEmpty {
            return nil
        }
        return digits.drop { $0 == UInt8(ascii: "0") }.count
    }
}

extension Decimal {
    /// Reads the whole text; Foundation would take the beginning of one.
    fileprivate init?(fieldText: String) {
        guard let count = fieldText.decimalDigitCount, count <= 38,
            let value = Decimal(string: fieldText, locale: Locale(identifier: "en_US_POSIX")), value.isFinite,
            !value.isZero || count == 0
        else { return nil }
        self = value
    }
}

/// Dates as ISO 8601 writes them, in the proleptic Gregorian calendar, in UTC and with as many digits as they need.
enum DateText {
    private static let secondsPerDay = 86_400.0

    /// The days from 1970-01-01 to 2001-01-01.
    private static let referenceDay = 11_323

    /// Reads a day, `2024-05-01`, or a time to the second or finer in any time zone, `2024-05-01T10:00:00.25+02:00`.
    ///
    /// The offset is `Z`, `+02:00`, `+0200` or `+02`. A day that the month does not have, the hour 24 and leap seconds are
    /// no dates.
    static func date(from text: String) -> Date? {
        var rest = text.bytes[...]
        guard let year = rest.takeNumber(4), rest.take("-"), let month = rest.takeNumber(2), rest.take("-"),
            let day = rest.takeNumber(2), (1...12).contains(month), day >= 1, day <= length(of: month, in: year)
        else { return nil }
        let days = Double(days(to: year, month, day) - referenceDay)
        guard !rest.isEmpty else { return Date(timeIntervalSinceReferenceDate: days * secondsPerDay) }
        guard rest.take("T"), let hour = rest.takeNumber(2), hour < 24, rest.take(":"), let minute = rest.takeNumber(2),
            minute < 60, rest.take(":"), let second = rest.takeNumber(2), second < 60,
            let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
        else { return nil }
        let time = Double((hour * 60 + minute) * 60 + second - offset)
        return Date(timeIntervalSinceReferenceDate: days * secondsPerDay + time + fraction)
    }

    /// Reads up to 18 digits behind a point; 0 when there is none.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard rest.take(".") else { return 0 }
        let digits = rest.prefix { $0.isOne(of: .digits) }
        guard (1...18).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Reads the seconds that a time zone is ahead of UTC.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if rest.take("Z") { return 0 }
        let isBehind = rest.take("-")
        guard isBehind || rest.take("+"), let hours = rest.takeNumber(2), hours < 24 else { return nil }
        var minutes = 0
        if !rest.isEmpty {
            _ = rest.take(":")
            guard let number = rest.takeNumber(2), number < 60 else { return nil }
            minutes = number
        }
        return (hours * 60 + minutes) * (isBehind ? -60 : 60)
    }

    /// Writes a time, or `nil` when no text stands for it alone.
    static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let day = (seconds / secondsPerDay).rounded(.down)
        // From the year 1 through 9999.
        guard (-730_485...2_921_573).contains(day) else { return nil }
        let second = (seconds - day * secondsPerDay).rounded(.down)
        let text = text(ofDay: Int(day) + referenceDay) + "T" + text(ofSecond: Int(second))
        for digits in [0, 3, 6, 9, 17] {
            let fraction = digits == 0 ? "" : fractionText(of: seconds, digits: digits)
            if let fraction, self.date(from: text + fraction + "Z") == date { return text + fraction + "Z" }
        }
        return nil
    }

    private static func text(ofSecond second: Int) -> String {
        padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2)
    }

    private static func fractionText(of seconds: Double, digits count: Int) -> String? {
        var scale = 1.0
        for _ in 0..<count { scale *= 10 }
        let fraction = ((seconds - seconds.rounded(.down)) * scale).rounded()
        return fraction < scale ? "." + padded(Int64(fraction), count) : nil
    }

    private static func padded(_ number: some BinaryInteger, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

extension DateText {
    private static func length(of month: Int, in year: Int) -> Int {
        guard month == 2 else { return [4, 6, 9, 11].contains(month) ? 30 : 31 }
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    }

    /// The days from 1970-01-01 to a day from the year 0 on.
    ///
    /// Years begin in March here, so that a leap day is the last; 400 of them have 146,097 days.
    private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
        // 400 years later, so that no number is negative.
        let years = year + (month > 2 ? 400 : 399)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468 - 146_097
    }

    private static func text(ofDay day: Int) -> String {
        let days = day + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let number = (5 * dayOfYear + 2) / 153
        let month = number < 10 ? number + 3 : number - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfYear - (153 * number + 2) / 5 + 1, 2)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    /// Takes a number of so many digits.
    fileprivate mutating func takeNumber(_ count: Int) -> Int? {
        let digits = prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isOne(of: .digits) }) else { return nil }
        removeFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
