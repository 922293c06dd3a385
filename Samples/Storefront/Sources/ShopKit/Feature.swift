package import Hooks
package import Pages

/// A module of the shop.
///
/// All features are provided as services.
package protocol Feature: Sendable {
    /// The parts of pages that it keeps up to date in open tabs.
    var regions: [Region] { get }

    /// Begins with a visit, before its first request is answered.
    func begin(_ visit: any CurrentVisit)

    /// Hooks the screens of a visit, on the navigator's isolation.
    ///
    /// The hooks last as long as the owner that they name.
    func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit)
}

extension Feature {
    package var regions: [Region] { [] }
    package func begin(_ visit: any CurrentVisit) {}
    package func intercept(_ lifecycle: Lifecycle, in visit: any CurrentVisit) {}
}
