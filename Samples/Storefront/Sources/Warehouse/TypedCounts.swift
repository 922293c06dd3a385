import ShopKit

/// The texts that are typed into the fields of the page of the stock.
///
/// Every button of the page sends them. One button sets the counts; with the others, they are kept as drafts.
struct TypedCounts {
    /// The largest count that a product can have.
    private static let limit = 9_999

    private let texts: [(product: Product, text: String)]

    /// The fields that were sent, empty ones included.
    private let paths: [String]

    init(of products: [Product], in fields: [String: String]) {
        let sent = products.compactMap { product in fields[Self.path(of: product)].map { (product: product, text: $0) }
        }
        paths = sent.map { Self.path(of: $0.product) }
        texts = sent.filter { !$0.text.isEmpty }
    }

    /// The path of the field with the count of a product.
    static func path(of product: Product) -> String { "stock[\(product.id)].count" }

    /// The counts by the numbers of the products; `nil` if one of the texts is none.
    var counts: [Int: Int]? { problem == nil ? Dictionary(uniqueKeysWithValues: numbers) : nil }

    /// The first text that is no count, as a sentence.
    var problem: String? {
        texts.first { Self.count($0.text) == nil }.map { "\($0.product.name): \(Self.sentence(on: $0.text))" }
    }

    /// Keeps the texts among the drafts of a customer, each with what is to be said about it.
    func keep(in drafts: inout [String: Draft]) {
        forget(in: &drafts)
        for (product, text) in texts {
            let sentence = Self.count(text) == nil ? Self.sentence(on: text) : "Not set yet."
            drafts[Self.path(of: product)] = Draft(text: text, problem: sentence)
        }
    }

    /// Removes the texts from the drafts of a customer.
    func forget(in drafts: inout [String: Draft]) {
        for path in paths { drafts[path] = nil }
    }

    private var numbers: [(Int, Int)] {
        texts.compactMap { product, text in Self.count(text).map { (product.id, $0) } }
    }

    private static func count(_ text: String) -> Int? { Int(text).flatMap { (0...limit).contains($0) ? $0 : nil } }

    private static func sentence(on text: String) -> String { "“\(text.cut(to: 40))” is no number from 0 to \(limit)." }
}
