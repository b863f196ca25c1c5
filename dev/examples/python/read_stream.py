"""Reads a Redis stream in a consumer group: docs/messages.md, docs/events.md."""

import os

import redis


def read(stream, group, consumer):
    store = redis.Redis.from_url(os.environ.get("GATEHOUSE_REDIS_URL", "redis://127.0.0.1:6390"), decode_responses=True)
    try:
        store.xgroup_create(stream, group, id="0", mkstream=True)
    except redis.ResponseError as error:
        if not str(error).startswith("BUSYGROUP"):
            raise
    # First the entries that this consumer did not acknowledge; then, with ">", new ones.
    cursor = "0"
    while True:
        [[_, entries]] = store.xreadgroup(group, consumer, {stream: cursor}, count=100, block=5_000) or [[stream, []]]
        for entry_id, fields in entries:
            # A trimmed entry has no fields.
            if fields:
                print(fields["id"], fields["type"], flush=True)
            store.xack(stream, group, entry_id)
        if cursor != ">":
            cursor = entries[-1][0] if entries else ">"
