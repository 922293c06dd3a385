#!/usr/bin/env bash
# Foundation of Swift 6.3.1: `messages(for:)` observes when its iterator is made. What is posted between the call and that is lost, and an
# iterator that is not asked keeps the newest 10.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | head -n 1
cat > main.swift << 'CODE'
import Foundation

final class Document: Sendable {}

struct Saved: NotificationCenter.AsyncMessage {
    typealias Subject = Document
    let number: Int
}

func first() async -> Int? {
    let center = NotificationCenter()
    let document = Document()
    let messages = center.messages(for: Saved.self)
    center.post(Saved(number: 0), subject: document)
    var iterator = messages.makeAsyncIterator()
    for number in 1...12 { center.post(Saved(number: number), subject: document) }
    return try? await iterator.next()?.number
}

print("the first of 0 to 12 that arrives:", await first() ?? "none")
CODE
swiftc -swift-version 6 main.swift -o program

expected='the first of 0 to 12 that arrives: 3'
printed="$(./program)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
