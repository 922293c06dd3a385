/// Prints a value as `print` does, but within a limit of bytes, and without what is redacted.
///
/// Printing stops as soon as the limit is reached, so that a state of 10 MB costs no more than its beginning.
struct ValuePrinter {
    /// The deepest nesting that is printed.
    private static let deepest = 16

    private var text = ""
    private var rest: Int

    private init(limit: Int) {
        rest = limit
    }

    /// Returns the text of a value, and a mark if there is more of it.
    static func text(of value: Any, limit: Int) -> String {
        var printer = ValuePrinter(limit: limit)
        if let string = value as? String {
            printer.add(string)
        } else {
            printer.print(value, depth: 0)
        }
        return printer.text
    }

    private var isFull: Bool { rest < 0 }

    /// Adds a text, cut where the limit is.
    private mutating func add(_ addition: String) {
        if isFull { return }
        rest -= addition.utf8.count
        if rest >= 0 {
            text += addition
            return
        }
        let count = addition.utf8.count + rest
        // The slice ends before a character that would be cut in two.
        text += addition[..<addition.utf8.index(addition.startIndex, offsetBy: count)] + "…"
    }

    /// Returns a text in quotation marks, of which no more is read than so many Unicode scalars.
    ///
    /// A character can have any number of them.
    static func quoted(_ string: String, upTo count: Int) -> String {
        String(string.unicodeScalars.prefix(count)).debugDescription
    }

    private mutating func print(_ value: Any, depth: Int) {
        if isFull { return }
        if let number = value as? Int { return add("\(number)") }
        if let string = value as? String { return add(Self.quoted(string, upTo: rest + 1)) }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return printOptional(mirror, depth: depth) }
        if value is any InspectorRedacted { return add("\(type(of: value)) (redacted)") }
        switch mirror.displayStyle {
        case .collection, .set: printList(mirror.children.lazy.map(\.value), "[", "]", depth: depth)
        case .dictionary: printDictionary(mirror, depth: depth)
        default: printOther(value, mirror, depth: depth)
        }
    }

    private mutating func printOptional(_ mirror: Mirror, depth: Int) {
        guard let wrapped = mirror.children.first?.value else { return add("nil") }
        print(wrapped, depth: depth)
    }

    private mutating func printList(_ values: some Sequence<Any>, _ start: String, _ end: String, depth: Int) {
        if depth >= Self.deepest { return add("…") }
        add(start)
        var isFirst = true
        for value in values {
            if isFull { return }
            if !isFirst { add(", ") }
            isFirst = false
            print(value, depth: depth + 1)
        }
        add(end)
    }

    private mutating func printDictionary(_ mirror: Mirror, depth: Int) {
        if mirror.children.isEmpty { return add("[:]") }
        if depth >= Self.deepest { return add("…") }
        add("[")
        var isFirst = true
        for pair in mirror.children {
            if isFull { return }
            if !isFirst { add(", ") }
            isFirst = false
            let parts = Array(Mirror(reflecting: pair.value).children.prefix(2))
            guard parts.count == 2 else { continue }
            print(parts[0].value, depth: depth + 1)
            add(": ")
            print(parts[1].value, depth: depth + 1)
        }
        add("]")
    }

    /// Prints a value by its own description if it has one, and else with its fields.
    private mutating func printOther(_ value: Any, _ mirror: Mirror, depth: Int) {
        if let value = value as? any CustomStringConvertible { return add(value.description) }
        switch mirror.displayStyle {
        case .struct: printFields(mirror, named: "\(type(of: value))", depth: depth)
        case .tuple: printFields(mirror, named: "", depth: depth)
        case .enum: printCase(value, mirror, depth: depth)
        // The fields of objects may form a cycle.
        default: add("\(type(of: value))")
        }
    }

    /// Prints a case of an enumeration, with its content if it has some.
    private mutating func printCase(_ value: Any, _ mirror: Mirror, depth: Int) {
        guard let content = mirror.children.first else { return add("\(value)") }
        let name = content.label ?? ""
        let inner = Mirror(reflecting: content.value)
        if inner.displayStyle == .tuple {
            printFields(inner, named: name, depth: depth)
        } else {
            printFields(mirror, named: name, isLabeled: false, depth: depth)
        }
    }

    private mutating func printFields(_ mirror: Mirror, named name: String, isLabeled: Bool = true, depth: Int) {
        if depth >= Self.deepest { return add("…") }
        add(name + "(")
        var isFirst = true
        for field in mirror.children {
            if isFull { return }
            if !isFirst { add(", ") }
            isFirst = false
            // Fields of a tuple without names are called .0 and .1.
            if isLabeled, let label = field.label, !label.hasPrefix(".") { add(label + ": ") }
            print(field.value, depth: depth + 1)
        }
        add(")")
    }
}
