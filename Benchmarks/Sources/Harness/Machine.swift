import Foundation

/// What figures were measured on.
enum Machine {
    /// Processor, system, compiler and day, in one line.
    static var description: String {
        let process = ProcessInfo.processInfo
        let processors = "\(process.activeProcessorCount) processors, \(processor)"
        let day = Date.now.formatted(.iso8601.year().month().day())
        return "\(processors); \(process.operatingSystemVersionString); \(compiler); \(day)."
    }

    private static var processor: String {
        let facts = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        let name = facts?.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return name.map { $0.trimmingCharacters(in: .whitespaces) } ?? "of an unknown kind"
    }

    private static var compiler: String {
        #if compiler(>=6.4)
            "Swift 6.4 or later"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }
}
