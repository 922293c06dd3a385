import DispatchersTesting
import Foundation

/// A place where a thread waits until a test opens it.
final class Gate: Sendable {
    private let arrivals = Recording<Void>()
    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits until the gate is opened.
    func pass() {
        arrivals.append(())
        semaphore.wait()
    }

    /// Waits until a thread is at the gate.
    func arrival() async { _ = await arrivals.first(1) }

    /// Lets one thread pass.
    func open() { semaphore.signal() }
}
