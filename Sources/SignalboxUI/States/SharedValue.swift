#if canImport(SwiftUI)
    public import Dispatchers
    public import SwiftUI

    /// A state of the environment's center, or a part of one, which a view only reads.
    ///
    /// ```swift
    /// struct CartBadge: View {
    ///     @SharedValue(.cart[\.items.count]) private var count
    ///
    ///     var body: some View { Text("\(count)") }
    /// }
    /// ```
    ///
    /// This wrapper is a ``SharedState`` for parts that cannot be set.
    @propertyWrapper public struct SharedValue<Value: Sendable>: DynamicProperty {
        @Environment(\.states) private var center
        @State private var holder = ObservedStateHolder<Value, ObservedState<Value>>()
        private let path: StatePath<Value>
        private let fileID: StaticString
        private let line: Int

        /// Creates a property for a state, or for a part of one.
        ///
        /// - Parameters:
        ///   - path: The state, or a part of one.
        ///   - fileID: The file of the property.
        ///   - line: The line of the property.
        public init(_ path: StatePath<Value>, fileID: StaticString = #fileID, line: Int = #line) {
            self.path = path
            self.fileID = fileID
            self.line = line
        }

        /// The current value of the state.
        @MainActor public var wrappedValue: Value {
            let center = center
            return holder.observed(path, in: center) { center.observed(path, fileID: fileID, line: line) }.value
        }
    }
#endif
