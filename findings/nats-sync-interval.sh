#!/usr/bin/env bash
# nats-server 2.9.10 of Debian 12: the option `sync_interval` of the part `jetstream`, which the documentation names for durability on a
# single server, is not known yet. A configuration with it is refused, so that the remedy for a power failure is a newer server.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
command -v nats-server > /dev/null || apt-get install -y -qq nats-server > /dev/null

nats-server --version
printf 'jetstream { store_dir: "%s/store" }\n' "$work" > "$work/without.conf"
printf 'jetstream { store_dir: "%s/store", sync_interval: always }\n' "$work" > "$work/with.conf"
nats-server -t -c "$work/without.conf" 2>&1 | sed "s|$work/||"
if printed="$(nats-server -t -c "$work/with.conf" 2>&1)"; then
    echo "the option is accepted"
    exit 1
fi
printf '%s\n' "$printed" | sed "s|$work/||"
[[ "$printed" == *'unknown field "sync_interval"'* ]]
