import Routing
import Testing

/// The pathname cases of the web platform's tests for writing URLs from patterns
/// (`urlpattern-generate-test-data.json`).
///
/// Spelled in our syntax where it differs. Left out are two cases that are not about paths (`xn--` in a host name, a
/// port) and one that asks for a component of the name `invalid`.
struct URLGenerationVectorTests {
    struct Vector: Sendable {
        let pattern: String
        var values: [String: String] = [:]
        /// `nil` when nothing can be written.
        let expected: String?
    }

    /// Those where our rules mean the same.
    @Test(arguments: [
        Vector(pattern: "/foo", expected: "/foo"),
        Vector(pattern: "/:foo", values: ["foo": "bar"], expected: "/bar"),
        Vector(pattern: "/:foo", values: ["foo": "🍅"], expected: "/%F0%9F%8D%85"),
        Vector(pattern: "/:foo", expected: nil),
        Vector(pattern: "/foo/:bar", values: ["bar": "baz"], expected: "/foo/baz"),
        Vector(pattern: "/foo:bar", values: ["bar": "baz"], expected: "/foobaz"),
        Vector(pattern: "/:foo/:bar", values: ["foo": "baz", "bar": "qux"], expected: "/baz/qux"),
        Vector(pattern: "/:foo", values: ["foo": " "], expected: "/%20"),
        // Patterns without an own spelling of repeated text or regular expressions: refused as patterns.
        Vector(pattern: "/{foo}+", expected: nil),
        Vector(pattern: "/{foo}?", expected: nil),
        Vector(pattern: "/{foo}*", expected: nil),
        Vector(pattern: "/([^\\/]+?)", expected: nil),
    ])
    func weAnswerAsTheWebDoes(vector: Vector) {
        let path = try? Router().path(for: vector.pattern, with: vector.values)
        #expect(path == vector.expected)
    }

    /// The vectors for which the rules differ, with the results of this package.
    @Test(arguments: [
        // A value may have a slash, which is escaped; the web refuses it.
        Vector(pattern: "/:foo", values: ["foo": "bar/baz"], expected: "/bar%2Fbaz"),
        // A space is escaped whatever the scheme; the web leaves it in a path that is opaque to it: "/ ".
        Vector(pattern: "/:foo", values: ["foo": " "], expected: "/%20"),
        // A bare * is a tail, which may have no segment; the web refuses it.
        Vector(pattern: "*", expected: "/"),
        // A parenthesis is a group of whole segments and no regular expression, and it is left out; the web refuses it.
        Vector(pattern: "/(regexp)", expected: "/"),
    ])
    func urlsThatDifferFromTheOriginalAreWrittenAsDocumented(vector: Vector) {
        let path = try? Router().path(for: vector.pattern, with: vector.values)
        #expect(path == vector.expected)
    }
}
