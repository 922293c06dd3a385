import Foundation

/// How much a test does: a share of it each time, all of it when `SIGNALBOX_LONG` is set.
enum Effort {
    private static let isLong = ProcessInfo.processInfo.environment["SIGNALBOX_LONG"] != nil

    static func scaled(_ share: Int, long: Int) -> Int { isLong ? long : share }
}
