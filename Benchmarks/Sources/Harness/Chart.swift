import Foundation

/// A bar for each case, as long as the logarithm of its time, readable on light and dark ground.
struct Chart {
    private let measurements: [Measurement]

    private static let lineHeight = 18.0
    private static let barsBegin = 330.0
    private static let decadeWidth = 70.0

    init(of measurements: [Measurement]) { self.measurements = measurements }

    var svg: String {
        var y = 40.0
        let bars = measurements.map { group($0, &y) }.joined()
        let width = Self.barsBegin + Self.decadeWidth * Double(decades) + 140
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(y + 8))" font-family="sans-serif" \
            font-size="12" role="img">
            <title>Time an operation takes, on a logarithmic scale; less is better</title>
            <style>
            text { fill: #1f2328 } .ours { fill: #0969da } .peer { fill: #afb8c1 } line { stroke: #d0d7de }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 } .ours { fill: #4493f8 } .peer { fill: #6e7681 } line { stroke: #3d444d }
            }
            </style>
            \(legend)\(grid(to: y))\(bars)</svg>

            """
    }

    private var legend: String {
        """
        <rect class="ours" x="8" y="7" width="12" height="12" rx="2"/><text x="26" y="17">Signalbox</text>\
        <rect class="peer" x="104" y="7" width="12" height="12" rx="2"/><text x="122" y="17">others</text>\
        <text x="\(Self.barsBegin)" y="17">logarithmic; less is better</text>

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
            let label = pow(10, Double(decade)).duration
            return """
                <line x1="\(x)" y1="38" x2="\(x)" y2="\(height)"/><text x="\(x)" y="34" text-anchor="middle">\(label)</text>

                """
        }.joined()
    }

    private func group(_ measurement: Measurement, _ y: inout Double) -> String {
        y += Self.lineHeight
        var lines = "<text x=\"8\" y=\"\(y)\" font-weight=\"bold\">\(measurement.benchmark.name.escaped)</text>\n"
        let ours = measurement.rows.first(where: \.isOurs)?.best
        for row in measurement.rows {
            y += Self.lineHeight
            let width = max(1, log10(max(1, row.best)) * Self.decadeWidth)
            let times = row.isOurs ? "" : ours.map { " (\((row.best / $0).short) ×)" } ?? ""
            lines += """
                <text x="\(Self.barsBegin - 8)" y="\(y)" text-anchor="end">\(row.name.escaped)</text>\
                <rect class="\(row.isOurs ? "ours" : "peer")" x="\(Self.barsBegin)" y="\(y - 11)" \
                width="\(String(format: "%.1f", width))" height="13" rx="2"/>\
                <text x="\(String(format: "%.1f", Self.barsBegin + width + 5))" y="\(y)">\(row.best.duration)\(times)</text>

                """
        }
        y += Self.lineHeight / 2
        return lines
    }
}

extension Double {
    /// As nanoseconds in the unit that is fit for it.
    fileprivate var duration: String {
        let (unit, name) = self < 1e3 ? (1.0, "ns") : self < 1e6 ? (1e3, "µs") : (1e6, "ms")
        let number = self / unit
        return "\(number == number.rounded() ? String(Int(number)) : number.short) \(name)"
    }
}

extension String {
    fileprivate var escaped: String {
        replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
