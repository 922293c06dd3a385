import Foundation

/// Writes a line to standard error, with the name of the command before it.
func report(_ line: String) {
    FileHandle.standardError.write(Data("routes: \(JSONText.printable(line))\n".utf8))
}
