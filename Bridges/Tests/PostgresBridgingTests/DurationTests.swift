import LogSupport
import Testing

struct DurationTests {
    @Test(
        arguments: [
            (.zero, 0), (.microseconds(1_999), 1), (.seconds(-2), -2_000), (.seconds(Int64.max), .max),
            (.seconds(Int64.min), .min),
        ] as [(Duration, Int64)])
    func aDurationOfAnyLengthHasMilliseconds(_ duration: Duration, _ milliseconds: Int64) {
        #expect(duration.milliseconds == milliseconds)
    }
}
