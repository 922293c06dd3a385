#!/usr/bin/env bash
# Swift 6.3.1, Linux: a run loop that a job of the main actor runs delivers no other work of the main actor until the job ends. The same
# run loop in plain code of the main thread does. So a nested loop, as of a modal dialog, behaves in two ways.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | head -n 1
cat > main.swift << 'CODE'
import Foundation

@MainActor func runLoop() -> Bool {
    var isDelivered = false
    Task { @MainActor in isDelivered = true }
    let end = Date(timeIntervalSinceNow: 0.5)
    while !isDelivered && Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.02)) }
    return isDelivered
}

print("in plain code of the main thread, delivered:", runLoop())
Task { @MainActor in
    print("in a job of the main actor, delivered:", runLoop())
    exit(0)
}
RunLoop.main.run(until: Date(timeIntervalSinceNow: 10))
CODE
swiftc -swift-version 6 main.swift -o program

expected='in plain code of the main thread, delivered: true
in a job of the main actor, delivered: false'
printed="$(./program)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
