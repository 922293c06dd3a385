extension URLText {
    /// An item of a query as it was written, and its decoded key.
    struct RawItem {
        let key: String
        let text: Substring
    }

    /// The items of this URL's query.
    var rawQueryItems: [RawItem] { parts.query.map { Self.items(of: String(text.utf8[$0])) } ?? [] }

    /// The fragment as it was written.
    var rawFragment: Substring? { parts.fragment(in: text.utf8.count).map { text.utf8[$0] } }

    /// The items of a query without its question mark.
    static func items(of query: String) -> [RawItem] {
        query.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let key = String(Substring(item.prefix { $0 != UInt8(ascii: "=") })).withSpan { bytes in
                PercentCoding.text(of: bytes, from: 0, to: bytes.count, plusIsSpace: true)
            }
            return RawItem(key: key, text: Substring(item))
        }
    }
}

extension String.UTF8View {
    /// The text at a range of offsets.
    fileprivate subscript(range: Range<Int>) -> Substring {
        let start = index(startIndex, offsetBy: range.lowerBound)
        return Substring(self[start..<index(start, offsetBy: range.count)])
    }
}
