import Foundation

/// The number of repetitions in a test: a share by default, all if `SIGNALBOX_LONG` is 1.
enum Effort {
    private static let isLong = ProcessInfo.processInfo.environment["SIGNALBOX_LONG"] == "1"

    static func scaled(_ share: Int, long: Int) -> Int { isLong ? long : share }
}
