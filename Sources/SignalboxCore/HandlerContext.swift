import Synchronization

/// The task-local values that reach the handlers of a post, a set or a call wherever they run.
///
/// A handler that is called later, or on another actor, does not run in the task that posts. It has the values of that task for those
/// task-locals that are carried:
///
/// ```swift
/// enum Visit { @TaskLocal static var id: String? }
///
/// HandlerContext.carry(Visit.$id)
/// ```
public enum HandlerContext {
    private static let isInUse = Atomic(false)
    private static let locals = Protected([any CarriedLocal]())

    /// Carries the values of a task-local to handlers, for as long as the process runs.
    ///
    /// A post, set or call reads the value once, when something has to wait. The value is retained as long as a message waits or is
    /// retained for later subscribers. While nothing is carried, that costs one atomic load. Carrying a task-local again has no effect.
    ///
    /// - Parameter local: The task-local, as `$id`.
    public static func carry<Value: Sendable>(_ local: TaskLocal<Value>) {
        locals.withLock { locals in
            if !locals.contains(where: { $0 === local }) { locals.append(local) }
        }
        isInUse.store(true, ordering: .releasing)
    }

    /// The values of the carried task-locals in the current task; `nil` if none is carried.
    package static var current: CarriedValues? {
        guard isInUse.load(ordering: .acquiring) else { return nil }
        return CarriedValues(locals.withLock { $0 }.map { $0.read() })
    }
}

/// The values of the carried task-locals at one point of a program.
package final class CarriedValues: Sendable {
    private let values: [any CarriedValue]

    fileprivate init(_ values: [any CarriedValue]) {
        self.values = values
    }

    /// Calls a body while the values are current.
    ///
    /// - Parameters:
    ///   - carried: The values; if `nil`, the body is only called.
    ///   - body: The body.
    package static func with(_ carried: CarriedValues?, _ body: () -> Void) {
        guard let carried else { return body() }
        bind(carried.values[...], body)
    }

    /// Calls an asynchronous body while the values are current.
    package static func with<Result>(
        _ carried: CarriedValues?, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        guard let carried else { return await body() }
        return await bind(carried.values[...], isolation: isolation, body)
    }

    private static func bind(_ values: ArraySlice<any CarriedValue>, _ body: () -> Void) {
        guard let first = values.first else { return body() }
        first.bind { bind(values.dropFirst(), body) }
    }

    private static func bind<Result>(
        _ values: ArraySlice<any CarriedValue>, isolation: isolated (any Actor)?, _ body: () async -> Result
    ) async -> Result {
        guard let first = values.first else { return await body() }
        return await first.bind(isolation: isolation) {
            await bind(values.dropFirst(), isolation: isolation, body)
        }
    }
}

/// A task-local whose values are carried.
private protocol CarriedLocal: AnyObject, Sendable {
    /// Returns the current value.
    func read() -> any CarriedValue
}

extension TaskLocal: CarriedLocal {
    fileprivate func read() -> any CarriedValue { LocalValue(local: self, value: get()) }
}

/// A value of a task-local that can be made current.
private protocol CarriedValue: Sendable {
    func bind(_ body: () -> Void)
    func bind<Result>(isolation: isolated (any Actor)?, _ body: () async -> Result) async -> Result
}

private struct LocalValue<Value: Sendable>: CarriedValue {
    let local: TaskLocal<Value>
    let value: Value

    func bind(_ body: () -> Void) {
        local.withValue(value, operation: body)
    }

    func bind<Result>(isolation: isolated (any Actor)?, _ body: () async -> Result) async -> Result {
        await local.withValue(value, operation: body, isolation: isolation)
    }
}
