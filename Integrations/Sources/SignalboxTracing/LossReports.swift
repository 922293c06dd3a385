/// The losses of a trace, of which the 1st, 2nd, 4th, 8th and so on are reported.
///
/// A trace that is read too slowly loses something in each batch.
struct LossReports {
    private var count = 0
    private var total = 0

    /// Adds a loss.
    ///
    /// - Returns: The number of all beginnings and ends that were lost; `nil` if this loss is not reported.
    mutating func add(_ lost: Int) -> Int? {
        count += 1
        total += lost
        return count & (count - 1) == 0 ? total : nil
    }
}
