# Sourced by `.ci/check` and `.ci/run`: runs steps, stops at the first one that fails, and ends with their count.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# `wants <part>`: whether a part was asked for. Without arguments of the script, all are.
parts=' check library sanitizers packages '
wanted=" $* "
for part in "$@"; do
    [[ "$parts" == *" $part "* ]] || { echo "there is no part “$part”, but:$parts" >&2; exit 2; }
done
wants() { [ -z "${wanted// /}" ] || [[ "$wanted" == *" $1 "* ]]; }

# No step reads what is typed.
exec < /dev/null
# Read by the manifests: a warning is an error, also where the commands are those of the README.
export SIGNALBOX_STRICT=1

logs="$PWD/.build-logs"
mkdir -p "$logs"
passed=0
failed=
asides=()
trap 'report $?' EXIT
trap 'exit 130' INT TERM

# `step <name> <command> …`: runs a command, and ends the script if it fails.
step() {
    printf '\n== %s (after %ss)\n' "$1" "$SECONDS"
    local code
    # Not in a condition: there, `set -e` does nothing.
    set +e
    (set -e; "${@:2}") 2>&1 | tee "$logs/$1.log"
    code="${PIPESTATUS[0]}"
    set -e
    count "$1" "$code"
}

# `aside <name> <command> …`: runs a command of one core beside the following steps, up to `await <name>`.
aside() {
    set -m
    (set -e; "${@:2}") > "$logs/$1.log" 2>&1 &
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
    count "$1" "$code"
}

# `count <name> <status>`: counts a step that passed, and ends the script at one that failed.
count() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed="$1"
    exit 1
}

# Lists the tests of a log that began and did not end, as one that hangs.
list_unended() {
    awk '
        match($0, / Test .* started\.$/) { began[substr($0, RSTART + 6, RLENGTH - 15)] }
        match($0, / Test .* (passed|failed) after /) {
            name = substr($0, RSTART + 6, RLENGTH - 6)
            sub(/( with [0-9]+ test cases?)? (passed|failed) after $/, "", name)
            delete began[name]
        }
        END { for (name in began) if (name !~ /^(run$|case passing )/) print "did not end: " name }
    ' "$1" | head -n 10
}

# Ends the commands that run aside, and prints what failed and the count of steps.
report() {
    local process
    for process in "${asides[@]}"; do kill -- "-$process" 2> /dev/null || true; done
    # Or else builds without the trait Macros fetch what it pinned.
    rm -f Package.resolved
    if [ "$1" = 0 ] && [ "$passed" = 0 ]; then
        echo "FAILED: no step was run"
        exit 1
    fi
    echo
    if [ "$1" != 0 ]; then
        failed="${failed:-status $1}"
        if [ -f "$logs/$failed.log" ]; then
            { grep -a -e '✘' -e 'error: ' "$logs/$failed.log" || tail -n 5 "$logs/$failed.log"; } | tail -n 20
            list_unended "$logs/$failed.log"
        fi
        echo "FAILED: $failed"
    fi
    echo "$passed passed, $([ "$1" = 0 ] && echo 0 || echo 1) failed"
}
