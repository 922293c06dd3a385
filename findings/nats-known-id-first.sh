#!/usr/bin/env bash
# nats-server 2.9.10 of Debian 12: a message with a known `Nats-Msg-Id` is answered as a duplicate before its expected sequence is compared,
# so that a wrong expectation is no error then. And a consumer may start behind the end of a stream: it receives the next message, whose
# sequence is lower than the one it asked for.
set -euo pipefail
work="$(mktemp -d)"
trap 'kill "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
command -v nats-server > /dev/null || apt-get install -y -qq nats-server > /dev/null
python3 -m venv "$work/python"
"$work/python/bin/pip" install -q nats-py==2.16.0

nats-server --version
nats-server -js -sd "$work/store" -a 127.0.0.1 -p 14222 > "$work/log" 2>&1 &
server=$!
cat > "$work/finding.py" << 'CODE'
import asyncio
import nats
from nats.js.api import ConsumerConfig, DeliverPolicy


async def main():
    client = await nats.connect("nats://127.0.0.1:14222")
    stream = client.jetstream()
    await stream.add_stream(name="orders", subjects=["orders"])

    async def publish(text, id, expected):
        headers = {"Nats-Msg-Id": id, "Nats-Expected-Last-Sequence": str(expected)}
        try:
            answer = await stream.publish("orders", text.encode(), headers=headers)
            return f"sequence {answer.seq}, duplicate {bool(answer.duplicate)}"
        except nats.js.errors.APIError as error:
            return f"refused: {error.description}"

    print("a new id:", await publish("first", "a", 0))
    print("a new id, a wrong expectation:", await publish("second", "b", 7))
    print("a known id, a wrong expectation:", await publish("first", "a", 7))
    start = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=10)
    reader = await stream.subscribe("orders", config=start)
    await stream.publish("orders", b"next")
    message = await reader.next_msg(timeout=5)
    print("from 10 on:", message.metadata.sequence.stream)
    await client.close()


asyncio.run(main())
CODE
expected='a new id: sequence 1, duplicate False
a new id, a wrong expectation: refused: wrong last sequence: 1
a known id, a wrong expectation: sequence 1, duplicate True
from 10 on: 2'
printed="$("$work/python/bin/python" "$work/finding.py")"
printf '%s\n' "$printed"
[ "$printed" = "$expected" ]
