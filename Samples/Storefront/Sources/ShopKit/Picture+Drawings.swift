extension Picture {
    /// The drawings by the numbers of products.
    static let drawings: [Int: String] = Dictionary(
        uniqueKeysWithValues: (lamps + candles + shades + matches).enumerated().map { ($0 + 1, $1) })

    private static let lamps = [
        // Brass lamp
        glow(32, 30, 18) + path("lamp", "M18 30a14 14 0 0 1 28 0z")
            + path("ink", "M31 30h2v18h-2zM22 48c0-4 20-4 20 0v4H22z"),
        // Reading lamp
        glow(44, 36) + path("line", "M18 52l8-28l16-8") + path("lamp", "M38 10l14 8l-4 10l-16-8z")
            + path("ink", "M10 52h20v4H10z"),
        // Desk lamp
        glow(20, 38) + path("line", "M44 50l-6-18l-14-10") + path("lamp", "M28 16l-16 6l4 12l16-8z")
            + path("ink", "M34 50h20v5H34z"),
        // Paper lantern
        glow(32, 34, 22) + circle("lamp", 32, 34, 15)
            + path("line", "M20 26h24M17 34h30M20 42h24M32 8v11M32 49v8") + path("ink", "M28 18h8v3h-8zM28 47h8v3h-8z"),
        // Floor lamp
        glow(32, 20, 16) + path("lamp", "M24 8h16l6 14H18z") + path("ink", "M31 22h2v32h-2zM22 54h20v3H22z"),
        // Night light
        glow(32, 32, 24) + path("lamp", "M36 14a18 18 0 1 0 12 30a15 15 0 0 1-12-30z")
            + path("ink", "M48 16l1.5 4l4 1.5l-4 1.5l-1.5 4l-1.500-4l-4-1.500l4-1.500z"),
    ]

    private static let candles = [
        // Candle
        glow(32, 16, 13) + flame(32, 20) + path("ink", "M31 22h2v5h-2z") + path("wax", "M26 27h12v29H26z"),
        // Beeswax candle
        glow(32, 15, 13) + flame(32, 18) + path("lamp", "M24 25h16v31H24z")
            + path("line", "M24 33l16-4M24 41l16-4M24 49l16-4"),
        // Tea lights
        glow(20, 34, 10) + glow(44, 34, 10) + flame(20, 36) + flame(44, 36)
            + path("wax", "M10 42h20v10H10zM34 42h20v10H34z") + path("ink", "M10 50h20v3H10zM34 50h20v3H34z"),
        // Floating candle
        glow(32, 24, 13) + flame(32, 28) + path("wax", "M18 34c0 14 28 14 28 0z")
            + path("line", "M6 48c6-4 10 4 16 0s10 4 16 0s10 4 18 0M12 55c6-4 10 4 16 0s10 4 20 0"),
        // Taper
        glow(32, 12, 11) + flame(32, 14) + path("wax", "M29 18h6l2 30H27z") + path("lamp", "M20 48h24l-4 8H24z"),
        // Pillar candle
        glow(32, 14, 13) + flame(32, 18) + path("wax", "M18 24h28v32H18z")
            + path("lamp", "M18 24h28v4c-4 6-6-2-9 3s-5-4-8 2s-6-5-11-3z"),
    ]

    private static let shades = [
        // Lampshade
        glow(32, 48, 12) + path("lamp", "M22 12h20l10 34H12z") + path("ink", "M29 6h6v6h-6zM12 44h40v3H12z"),
        // Linen shade
        glow(32, 48, 12) + path("wax", "M16 14h32v32H16z")
            + path("line", "M16 22h32M16 30h32M16 38h32M24 14v32M32 14v32M40 14v32"),
        // Glass shade
        glow(32, 34, 22) + path("glass", "M24 12h16c0 10 12 14 12 28H12c0-14 12-18 12-28z") + circle("lamp", 32, 34, 6)
            + path("ink", "M26 8h12v5H26z"),
        // Paper shade
        glow(32, 44, 13) + path("wax", "M32 10l22 32H10z") + path("line", "M32 10v32M32 10l-11 32M32 10l11 32")
            + path("ink", "M30 4h4v7h-4z"),
        // Silk shade
        glow(32, 48, 12) + path("lamp", "M20 14c8-4 16-4 24 0c2 12 4 20 10 28c-14 6-30 6-44 0c6-8 8-16 10-28z")
            + path("line", "M26 13c0 12-2 22-6 32M38 13c0 12 2 22 6 32"),
        // Tin shade
        glow(32, 46, 14) + path("ink", "M26 10h12v8c8 2 16 12 18 24H8c2-12 10-22 18-24z") + circle("lamp", 32, 43, 5),
    ]

    private static let matches = [
        // Matches
        path("wax", "M14 26h36v26H14z") + path("lamp", "M14 36h36v16H14z") + path("line", "M22 26V12M32 26V10M42 26V12")
            + circle("red", 22, 12, 3.5) + circle("red", 32, 10, 3.5) + circle("red", 42, 12, 3.5),
        // Long matches
        path("line", "M18 56L30 12M30 56L36 10M42 56L44 14") + circle("red", 30, 12, 3.5) + circle("red", 36, 10, 3.5)
            + circle("red", 44, 14, 3.5) + path("lamp", "M12 40h38v16H12z"),
        // Storm matches
        glow(38, 20, 15) + flame(38, 24) + path("line", "M36 26L24 56") + circle("red", 37, 24, 4)
            + path("line", "M6 18c8-6 10 4 16 0M8 28c6-4 8 4 14 0"),
        // Lighter
        glow(28, 14, 12) + flame(28, 18) + path("ink", "M20 22h18v6H20z") + path("lamp", "M18 28h26v28H18z")
            + path("line", "M40 22l6 6"),
        // Flint
        glow(42, 18, 12) + path("ink", "M10 44l12-16l20 4l10 14l-14 10H18z")
            + path("lamp", "M40 10l2 6l6 2l-6 2l-2 6l-2-6l-6-2l6-2z"),
        // Snuffer
        path("line", "M56 12L28 32") + path("ink", "M20 26l14 12l-16 16c-6-2-10-8-8-14z")
            + path("wax", "M10 50c4-6 8 2 4 8"),
    ]
}
