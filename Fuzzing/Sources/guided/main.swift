import Laws

// Inputs that libFuzzer makes, guided by the code that they reach. The first byte says which law an input is for.
//
// LIBFUZZER=1 swift build --package-path Fuzzing --scratch-path .build-guided -c release --product guided \
//     -Xswiftc -sanitize=fuzzer

typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

// The package manager names the `main` of every executable anew, so libFuzzer's own cannot be it.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: Callback
) -> CInt

@_cdecl("LLVMFuzzerTestOneInput")
func check(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // The bytes are valid during the call, and copied at once.
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let first = bytes.first else { return 0 }
    let law = Law.allCases[Int(first) % Law.allCases.count]
    let input = Array(bytes.dropFirst())
    do throws(Violation) {
        try law.check(input)
    } catch {
        fatalError("\(law.rawValue) \(input): \(error.explanation)")
    }
    return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
_ = runDriver(&count, &arguments, check)
