#!/usr/bin/env bash
# Foundation of Swift 6.3.1 on Linux: `URL(string:)` encodes the escapes of a text once more as soon as one character of the path or the
# query needs an escape, so that a percent sign that was escaped correctly is another text.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | grep -o 'Swift version [0-9.]*'
cat > main.swift << 'CODE'
import Foundation

for text in ["shop://h/a%20b", "shop://h/a%20b c", "shop://h/?q=a%20b", "shop://h/?q=a%20b|c"] {
    print(text, "is", URL(string: text)?.absoluteString ?? "no URL")
}
CODE
swiftc -swift-version 6 main.swift -o finding
expected='shop://h/a%20b is shop://h/a%20b
shop://h/a%20b c is shop://h/a%2520b%20c
shop://h/?q=a%20b is shop://h/?q=a%20b
shop://h/?q=a%20b|c is shop://h/?q=a%2520b%7Cc'
printed="$(./finding)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
