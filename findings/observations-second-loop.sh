#!/usr/bin/env bash
# Observation of Swift 6.3.1: of two loops over one `Observations`, one receives values twice. Each loop needs its own `Observations`.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

swift --version 2> /dev/null | head -n 1
cat > main.swift << 'CODE'
import Observation

@MainActor @Observable final class Model { var number = 0 }

let model = Model()
let numbers = Observations { model.number }
@MainActor func loop(over numbers: Observations<Int, Never>) -> Task<Bool, Never> {
    Task { @MainActor in
        var seen: [Int] = []
        for await number in numbers {
            seen.append(number)
            if number == 3 { break }
        }
        return Set(seen).count < seen.count
    }
}
let first = loop(over: numbers)
let second = loop(over: numbers)
let alone = loop(over: Observations { model.number })
for number in 1...3 {
    try await Task.sleep(for: .milliseconds(100))
    model.number = number
}
let ofOne = await [first.value, second.value]
print("two loops over one, some value twice:", ofOne.contains(true))
print("a loop over its own, some value twice:", await alone.value)
CODE
swiftc -swift-version 6 main.swift -o program

expected='two loops over one, some value twice: true
a loop over its own, some value twice: false'
printed="$(./program)"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
