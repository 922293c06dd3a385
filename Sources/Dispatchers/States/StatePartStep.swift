/// The step from a state, or a part of one, to a part of it.
///
/// Equal steps lead to the same part.
enum StatePartStep: Hashable, Sendable {
    /// The step along a key path.
    case path(any AnyKeyPath & Sendable)

    /// The step to the element of a collection at an index.
    case index(Int)

    /// The step to the element of a collection with an identity.
    case element(any Hashable & Sendable)

    /// The step as listings show it.
    var name: String {
        switch self {
        case .path(let path): Self.name(of: path)
        case .index(let index): "[\(index)]"
        case .element(let id): "[id: \(id)]"
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.path(let left), .path(let right)): left == right
        case (.index(let left), .index(let right)): left == right
        case (.element(let left), .element(let right)): AnyHashable(left) == AnyHashable(right)
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .path(let path): path.hash(into: &hasher)
        case .index(let index): index.hash(into: &hasher)
        case .element(let id): id.hash(into: &hasher)
        }
    }

    /// Returns the properties of a key path, such as `.address.city`.
    ///
    /// The description of a key path begins with a backslash and the name of the type, which may contain dots in brackets only. It shows
    /// the address of a computed property whose name the program does not contain.
    private static func name(of path: AnyKeyPath) -> String {
        var depth = 0
        let description = "\(path)".drop { $0 == "\\" }
        let start = description.firstIndex { character in
            if character == "<" || character == "(" || character == "[" { depth += 1 }
            if character == ">" || character == ")" || character == "]" { depth -= 1 }
            return depth == 0 && (character == "." || character == "?" || character == "!")
        }
        guard let start else { return "" }
        var name = String(description[start...])
        while let computed = name.firstRange(of: "<computed "),
            let end = name[computed.upperBound...].firstIndex(of: ">")
        {
            name.replaceSubrange(computed.lowerBound...end, with: "<computed>")
        }
        return name.hasSuffix("?") && name.count > 1 ? String(name.dropLast()) : name
    }
}
