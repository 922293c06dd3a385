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
