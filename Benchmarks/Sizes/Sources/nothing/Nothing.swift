/// A program that uses none of the modules.
@main struct Nothing {
    static func main() { print("nothing") }
}
