extension ParameterType {
    /// Values of the type, if it is known what these are.
    var examples: [String] {
        switch test {
        case .int, .uint: ["1"]
        case .double: ["0.5"]
        case .uuid: ["00000000-0000-0000-0000-000000000000"]
        case .range(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
        case .choice(let words): words.map { String(decoding: $0, as: UTF8.self) }
        case .custom: []
        }
    }
}
