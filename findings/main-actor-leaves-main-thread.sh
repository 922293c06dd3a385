#!/usr/bin/env bash
# Swift 6.3.1, Linux: after its first suspension, an asynchronous `main` runs on the main actor, but not on the main thread.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | head -n 1
cat > main.swift << 'CODE'
import Foundation

print("before:", Thread.isMainThread)
try await Task.sleep(for: .milliseconds(10))
MainActor.assertIsolated()
print("after:", Thread.isMainThread)
CODE
swiftc -swift-version 6 main.swift -o program

expected='before: true
after: false'
printed="$(./program)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
