#!/usr/bin/env bash
# opentelemetry-sdk 1.45.2 for Python: the trace flags of a root span are 03, sampled and random, and those of its child, too. A reader of
# `traceparent` that knows only 00 and 01 loses the second bit.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install -q opentelemetry-sdk==1.45.2

cat > "$work/finding.py" << 'CODE'
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.version import __version__
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

print("opentelemetry-sdk", __version__)
tracer = TracerProvider().get_tracer("finding")


def flags():
    carrier = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier["traceparent"][-2:]


with tracer.start_as_current_span("root"):
    print("root", flags())
    with tracer.start_as_current_span("child"):
        print("child", flags())
CODE
expected='opentelemetry-sdk 1.45.2
root 03
child 03'
printed="$("$work/python/bin/python" "$work/finding.py")"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
