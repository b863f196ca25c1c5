"""Calls Gatehouse over gRPC and reads its Redis streams. docs/internal-callers.md explains the options."""

import json
import os
import queue
import sys
import threading
import time
import uuid

import grpc
import redis
from gatehouse.auth.v1 import auth_pb2, auth_pb2_grpc
from gatehouse.sessions.v1 import sessions_pb2, sessions_pb2_grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

DOMAIN = "gatehouse.internal"
# Only calls that can be repeated are retried.
RETRIES = {
    "name": [{"service": "gatehouse.sessions.v1.Sessions", "method": "Verify"}],
    "retryPolicy": {
        "maxAttempts": 4,
        "initialBackoff": "0.2s",
        "maxBackoff": "2s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"],
    },
}
OPTIONS = [
    ("grpc.service_config", json.dumps({"loadBalancingConfig": [{"round_robin": {}}], "methodConfig": [RETRIES]})),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 3_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.use_local_subchannel_pool", 1),
]


def channel(address):
    if "GATEHOUSE_TLS_CA" not in os.environ:
        return grpc.insecure_channel(address, OPTIONS)
    ca, key, cert = (open(os.environ[f"GATEHOUSE_TLS_{name}"], "rb").read() for name in ("CA", "KEY", "CERT"))
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(ca, key, cert), OPTIONS)


def metadata():
    return [("x-request-id", str(uuid.uuid4()))]


def login(email, password):
    with channel(os.environ.get("GATEHOUSE_AUTH_ADDR", "127.0.0.1:50051")) as auth:
        request = auth_pb2.LoginRequest(email=email, password=password, client={"address": "203.0.113.7"})
        response = auth_pb2_grpc.AuthStub(auth).Login(request, timeout=5, metadata=metadata())
        print("token", response.signed_in.token, flush=True)


def verify(token):
    with sessions_channel() as sessions:
        request = sessions_pb2.VerifyRequest(token=token)
        response = sessions_pb2_grpc.SessionsStub(sessions).Verify(request, timeout=5, metadata=metadata())
        print("account", response.session.account_id, flush=True)


def watch():
    while True:
        try:
            # A new connection each time: one that stopped responding may look open for a minute.
            with sessions_channel() as sessions:
                watch_once(sessions_pb2_grpc.SessionsStub(sessions))
            print("ended OK", flush=True)
        except grpc.RpcError as error:
            print("ended", describe(error), flush=True)
        # Revocations until the next `started` are not sent: a cache has to be cleared here.
        time.sleep(1)


def watch_once(stub):
    requests = queue.SimpleQueue()
    call = stub.WatchRevocations(iter(requests.get, None), metadata=metadata())
    timer = request_heartbeat(call, requests)
    for response in call:
        event = response.WhichOneof("event")
        if event == "heartbeat":
            timer.cancel()
            time.sleep(0.25)
            timer = request_heartbeat(call, requests)
        else:
            print(event, *response.revoked.id_hashes, flush=True)


def request_heartbeat(call, requests):
    """Ends the stream if no heartbeat arrives."""
    requests.put(sessions_pb2.WatchRevocationsRequest())
    timer = threading.Timer(2, call.cancel)
    timer.start()
    return timer


def sessions_channel():
    return channel(os.environ.get("GATEHOUSE_SESSIONS_ADDR", "127.0.0.1:50052"))


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


def describe(error):
    """The status, then the reason and the invalid fields of a Gatehouse error, else the message."""
    status = rpc_status.from_call(error)
    info, fields = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in status.details if status else []:
        detail.Unpack(info)
        detail.Unpack(fields)
    reason = info.reason if info.domain == DOMAIN else error.details()
    violations = [f"{violation.field}:{violation.reason}" for violation in fields.field_violations]
    return " ".join([error.code().name, reason, *violations])


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    try:
        {"login": login, "verify": verify, "watch": watch, "read": read}[command](*arguments)
    except grpc.RpcError as failed:
        sys.exit(describe(failed))
    except KeyboardInterrupt:
        pass
