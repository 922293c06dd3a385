// swift-format-ignore-file

// What the compiler needs of the Objective-C runtime. Only compiled.
@_exported import ObjectiveC

public struct Selector: ExpressibleByStringLiteral {
    private var pointer: OpaquePointer
    public init(_ name: String) { fatalError() }
    public init(stringLiteral name: String) { fatalError() }
}

public struct ObjCBool: ExpressibleByBooleanLiteral {
    private var value: Bool
    public init(_ value: Bool) { self.value = value }
    public init(booleanLiteral value: Bool) { self.value = value }
}

public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { ObjCBool(value) }
public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { false }

extension NSObject: Hashable {
    public static func == (first: NSObject, second: NSObject) -> Bool { false }
    public func hash(into hasher: inout Hasher) {}
}
