// swift-format-ignore-file

// What needs a newer system than the package does: `.ci/check-apple` must find an error in each line that says so.

func span(of array: [UInt8]) -> Int { array.span.count } // error: 'span' is only available in
func span(of array: ContiguousArray<UInt8>) -> Int { array.span.count }
