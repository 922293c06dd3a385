#if canImport(SwiftUI)
    public import Dispatchers
    public import SwiftUI

    /// A state of the environment's center, or a part of one, which a view reads and sets.
    ///
    /// ```swift
    /// struct CartView: View {
    ///     @SharedState(.cart[\.total]) private var total
    ///
    ///     var body: some View {
    ///         Stepper("\(total) €", value: $total)
    ///     }
    /// }
    /// ```
    ///
    /// The view is updated when the state or the part changes, wherever it is set. A change of another part does not update it. All
    /// views that show one state or part share one observation, which ends with the last of them.
    ///
    /// Use it in `body`, in closures that `body` makes, and in methods that these call: elsewhere SwiftUI does not know the
    /// environment of the view, and its center would be the default.
    @propertyWrapper public struct SharedState<Value: Sendable>: DynamicProperty {
        @Environment(\.states) private var center
        @State private var holder = ObservedStateHolder<Value, WritableObservedState<Value>>()
        private let path: WritableStatePath<Value>
        private let fileID: StaticString
        private let line: Int

        /// Creates a property for a state, or for a part of one.
        ///
        /// - Parameters:
        ///   - path: The state, or a part of one.
        ///   - fileID: The file of the property.
        ///   - line: The line of the property.
        public init(_ path: WritableStatePath<Value>, fileID: StaticString = #fileID, line: Int = #line) {
            self.path = path
            self.fileID = fileID
            self.line = line
        }

        /// The current value of the state.
        @MainActor public var wrappedValue: Value {
            get { observed.value }
            nonmutating set { observed.value = newValue }
        }

        /// A binding to the state.
        @MainActor public var projectedValue: Binding<Value> { Bindable(observed).value }

        @MainActor private var observed: WritableObservedState<Value> {
            let center = center
            return holder.observed(path, in: center) { center.observed(path, fileID: fileID, line: line) }
        }
    }
#endif
