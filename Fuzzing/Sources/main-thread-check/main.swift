import Foundation

// The program of `.ci/check-main-thread`, which says what it checks. Its `main` is synchronous, as that of an app is.

switch CommandLine.arguments.dropFirst().first {
case "loops": NestedLoops.run()
case "queue": MainQueue.run()
default:
    print("usage: main-thread-check loops|queue")
    exit(64)
}
