"""Connections to the services of Gatehouse. docs/internal-callers.md explains the options."""

import json
import os
import uuid

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

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


def connect(setting, address):
    address = os.environ.get(setting, address)
    if "GATEHOUSE_TLS_CA" not in os.environ:
        return grpc.insecure_channel(address, OPTIONS)
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(*tls_files("CA", "KEY", "CERT")), OPTIONS)


def tls_files(*names):
    return [open(os.environ[f"GATEHOUSE_TLS_{name}"], "rb").read() for name in names]


def metadata():
    return [("x-request-id", str(uuid.uuid4()))]


def describe(error):
    """The status, then the reason and the invalid fields of a Gatehouse error, else the message."""
    status = rpc_status.from_call(error)
    info, fields = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in status.details if status else []:
        detail.Unpack(info)
        detail.Unpack(fields)
    reason = info.reason if info.domain == "gatehouse.internal" else error.details()
    violations = [f"{violation.field}:{violation.reason}" for violation in fields.field_violations]
    return " ".join([error.code().name, reason, *violations])
