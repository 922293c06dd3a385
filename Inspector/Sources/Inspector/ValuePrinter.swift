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

    private mutating func print(_ value: Any, depth: Int) {
        if isFull { return }
        if let number = value as? Int { return add("\(number)") }
        if let string = value as? String { return add(string.debugDescription) }
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
        let pairs = mirror.children.lazy.map { Mirror(reflecting: $0.value).children.map { ("", $0.value) } }
        add("[")
        var isFirst = true
        for pair in pairs {
            if isFull { return }
            if !isFirst { add(", ") }
            isFirst = false
            guard pair.count == 2 else { continue }
            print(pair[0].1, depth: depth + 1)
            add(": ")
            print(pair[1].1, depth: depth + 1)
        }
        add("]")
    }

    /// Prints a value by its own description if it has one, and else with its fields.
    private mutating func printOther(_ value: Any, _ mirror: Mirror, depth: Int) {
        if let value = value as? any CustomStringConvertible { return add(value.description) }
        switch mirror.displayStyle {
        case .struct: printFields(mirror, named: "\(type(of: value))", depth: depth)
        case .tuple: printFields(mirror, named: "", depth: depth)
        case .enum:
            guard let content = mirror.children.first else { return add("\(value)") }
            let inner = Mirror(reflecting: content.value)
            if inner.displayStyle == .tuple {
                printFields(inner, named: content.label ?? "", depth: depth)
            } else {
                printFields(mirror, named: content.label ?? "", isLabeled: false, depth: depth)
            }
        // The fields of an object may lead back to it.
        default: add("\(type(of: value))")
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
