import ShopKit

extension Database {
    /// The products of a new shop.
    static var firstProducts: [Product] {
        let brands = ["Lumen", "Glow & Sons", "Fireside", "Northlight", "Wick"]
        let names = [
            "Lamps": ["Brass lamp", "Reading lamp", "Desk lamp", "Paper lantern", "Floor lamp", "Night light"],
            "Candles": ["Candle", "Beeswax candle", "Tea lights", "Floating candle", "Taper", "Pillar candle"],
            "Shades": ["Lampshade", "Linen shade", "Glass shade", "Paper shade", "Silk shade", "Tin shade"],
            "Matches": ["Matches", "Long matches", "Storm matches", "Lighter", "Flint", "Snuffer"],
        ]
        return ["Lamps", "Candles", "Shades", "Matches"].enumerated().flatMap { group, category in
            (names[category] ?? []).enumerated().map { index, name in
                let id = group * 6 + index + 1
                return Product(
                    id: id, name: name, category: category, brand: brands[(group + index) % brands.count],
                    cents: 450 + (id * 787) % 4_000)
            }
        }
    }
}
