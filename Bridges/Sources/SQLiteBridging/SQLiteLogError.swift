/// The error of a log whose file cannot be opened.
struct SQLiteLogError: Error, CustomStringConvertible {
    let path: String
    let cause: any Error

    var description: String { "the log at \"\(path)\" cannot be opened: \(cause)" }
}
