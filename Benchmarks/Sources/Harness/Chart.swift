import Foundation

/// A bar for each case, as long as the logarithm of its time, readable on light and dark ground.
struct Chart {
    let measurements: [Measurement]

    init(of measurements: [Measurement]) { self.measurements = measurements }

    private static let lineHeight = 18.0
    private static let barsBegin = 330.0
    private static let decadeWidth = 70.0

    var svg: String {
        var y = 24.0
        let bars = measurements.map { group($0, &y) }.joined()
        let width = Self.barsBegin + Self.decadeWidth * Double(decades + 1)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(y + 8))" font-family="sans-serif" \
            font-size="12" role="img">
            <title>Nanoseconds an operation, on a logarithmic scale; less is better</title>
            <style>
            text { fill: #1f2328 } .ours { fill: #0969da } .peer { fill: #afb8c1 } line { stroke: #d0d7de }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 } .ours { fill: #4493f8 } .peer { fill: #6e7681 } line { stroke: #3d444d }
            }
            </style>
            \(grid(to: y))\(bars)</svg>

            """
    }

    /// The powers of ten from a nanosecond to the longest bar.
    private var decades: Int {
        let longest = measurements.flatMap(\.rows).map(\.best).max() ?? 1
        return Int(log10(max(1, longest)).rounded(.up))
    }

    private func grid(to height: Double) -> String {
        (0...decades).map { decade in
            let x = Self.barsBegin + Self.decadeWidth * Double(decade)
            let unit = ["1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms"]
            let label = unit.indices.contains(decade) ? unit[decade] : "10^\(decade) ns"
            return """
                <line x1="\(x)" y1="18" x2="\(x)" y2="\(height)"/><text x="\(x)" y="12" text-anchor="middle">\(label)</text>

                """
        }.joined()
    }

    private func group(_ measurement: Measurement, _ y: inout Double) -> String {
        y += Self.lineHeight
        var lines = "<text x=\"8\" y=\"\(y)\" font-weight=\"bold\">\(measurement.benchmark.name.escaped)</text>\n"
        for row in measurement.rows {
            y += Self.lineHeight
            let width = max(1, log10(max(1, row.best)) * Self.decadeWidth)
            lines += """
                <text x="\(Self.barsBegin - 8)" y="\(y)" text-anchor="end">\(row.name.escaped)</text>\
                <rect class="\(row.isOurs ? "ours" : "peer")" x="\(Self.barsBegin)" y="\(y - 11)" width="\(width)" \
                height="13" rx="2"/><text x="\(Self.barsBegin + width + 5)" y="\(y)">\(row.best.short)</text>

                """
        }
        y += Self.lineHeight / 2
        return lines
    }
}

extension String {
    fileprivate var escaped: String {
        replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
