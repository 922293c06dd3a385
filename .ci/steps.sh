# Sourced by `.ci/gate`, `.ci/nightly` and `.ci/run`: what their steps share.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# No step reads what is typed.
exec < /dev/null
# Read by the manifests: a warning is an error, also where the commands are those of the README.
export SIGNALBOX_STRICT=1

logs="$PWD/.build-logs"
mkdir -p "$logs"
# The script that was called first counts for those that it calls.
if [ -z "${SIGNALBOX_TALLY:-}" ]; then
    export SIGNALBOX_TALLY="$logs/tally"
    : > "$SIGNALBOX_TALLY"
    counts=1
fi

# `step <name> <command> …`: runs a command, and ends the script if it fails.
step() {
    printf '\n== %s (after %ss)\n' "$1" "$SECONDS"
    local code
    # Not in a condition: there, `set -e` does nothing.
    set +e
    (set -e; "${@:2}") 2>&1 | tee "$logs/$1.log"
    code="${PIPESTATUS[0]}"
    set -e
    finish "$1" "$code"
}

# `aside <name> <command> …`: runs a command beside the following steps, up to `await <name>`.
asides=()
aside() {
    set -m
    (set -e; limit=(); "${@:2}") > "$logs/$1.log" 2>&1 &
    set +m
    asides+=($!)
    printf -v "aside_$1" %s $!
}

# `await <name>`: waits for a command that runs aside, prints what it printed, and ends the script if it failed.
await() {
    printf '\n== %s (after %ss)\n' "$1" "$SECONDS"
    local code=0 process="aside_$1"
    wait "${!process}" || code=$?
    cat "$logs/$1.log"
    finish "$1" "$code"
}

# `finish <name> <status>`: counts a step.
finish() {
    if [ "$2" = 0 ]; then
        echo "passed $1" >> "$SIGNALBOX_TALLY"
    else
        [ "$2" != 124 ] || echo "It took too long, and was ended." | tee -a "$logs/$1.log"
        echo "failed $1" >> "$SIGNALBOX_TALLY"
        exit 1
    fi
}

# Ends what runs aside. The script that was called first prints how its test runs ended, what failed, and the count of steps.
ended() {
    local code="$1" process name failed
    for process in "${asides[@]}"; do kill -- "-$process" 2> /dev/null || true; done
    # Or else builds without the trait Macros fetch what it pinned.
    rm -f Package.resolved
    [ -n "${counts:-}" ] || return 0
    echo
    while read -r _ name; do grep -ah 'Test run with [0-9]* test' "$logs/$name.log" || true; done < "$SIGNALBOX_TALLY"
    failed="$(sed -n 's/^failed //p' "$SIGNALBOX_TALLY")"
    if [ -n "$failed" ]; then
        grep -a -e '✘' -e 'error: ' "$logs/$failed.log" > "$logs/failures" || tail -n 5 "$logs/$failed.log" > "$logs/failures"
        tail -n 20 "$logs/failures"
        echo "FAILED: $failed"
    elif [ "$code" != 0 ]; then
        echo "failed" >> "$SIGNALBOX_TALLY"
        echo "FAILED: ended with status $code"
    fi
    echo "$(grep -c '^passed' "$SIGNALBOX_TALLY" || true) passed, $(grep -c '^failed' "$SIGNALBOX_TALLY" || true) failed"
}
trap 'ended $?' EXIT
trap 'exit 130' INT TERM

# A test that hangs must not hide the results of the others. What runs aside is ended with its process group instead.
limit=(timeout --kill-after=10 2400)

# `shared build <folder> …`: packages share a folder, so that a module is built once a kind. Without the option, the plan
# of the package before would be taken for one's own.
shared() { "${limit[@]}" swift "$1" --scratch-path "$PWD/.build-$2" --disable-build-manifest-caching "${@:3}"; }

# `tests <folder> <test targets> …`: builds these alone, and what they need.
tests() { SIGNALBOX_TESTS="$2" shared test "$1" --test-product SignalboxPackageTests "${@:3}"; }
