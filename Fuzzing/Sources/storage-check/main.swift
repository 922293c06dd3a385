import Foundation
import StateStorage

// A part of `.ci/check-storage`, which says how it is used.

let arguments = CommandLine.arguments
let checks = ["check", "show", "check-erased", "show-forgotten"]
guard arguments.count >= (checks.contains(arguments.dropFirst().first ?? "") ? 4 : 3) else {
    print("usage: storage-check write|write-once|overwrite|erase|forget <folder>")
    print("or storage-check \(checks.joined(separator: "|")) <folder> <kills>")
    exit(64)
}
let folder = URL(fileURLWithPath: arguments[2])
do {
    switch arguments[1] {
    case "write": try await StateWriting(FileStorage(folder, pause: .milliseconds(2))).run()
    // Without a pause that ends between: the flush writes both.
    case "write-once": try await StateWriting(FileStorage(folder, pause: .seconds(60))).runOnce()
    case "overwrite": try Overwriting(folder: folder).run()
    case "erase": try await StateWriting(FileStorage(folder, pause: .milliseconds(2))).runErasing(forgetting: false)
    case "forget": try await StateWriting(FileStorage(folder, pause: .milliseconds(2))).runErasing(forgetting: true)
    case "check-erased": try KillCheck(folder, "erase", kills: Int(arguments[3]) ?? 0).runErasing()
    case "show-forgotten": try KillCheck(folder, "forget", kills: Int(arguments[3]) ?? 0).runErasing()
    case "check": try KillCheck(folder, "write", kills: Int(arguments[3]) ?? 0).run()
    case "show": try KillCheck(folder, "overwrite", kills: Int(arguments[3]) ?? 0).run()
    default: exit(64)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
