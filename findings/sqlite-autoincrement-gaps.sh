#!/usr/bin/env bash
# SQLite 3.40.1 of Debian 12: an insert that `OR IGNORE` ignores takes a number of AUTOINCREMENT all the same, so that the numbers of a
# table have gaps without any deletion.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
command -v sqlite3 > /dev/null || apt-get install -y -qq sqlite3 > /dev/null

sqlite3 --version | cut -d ' ' -f 1
printed="$(sqlite3 "$work/file.sqlite" "
    CREATE TABLE entry (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
    INSERT OR IGNORE INTO entry (name) VALUES ('a'), ('a'), ('a'), ('b');
    SELECT number, name FROM entry;")"
printf '%s\n' "$printed"
expected='1|a
4|b'
[ "$printed" = "$expected" ]
