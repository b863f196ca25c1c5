"""Serves rpcs that Gatehouse calls: docs/internal-callers.md has its rules for TLS and errors."""

import os
from concurrent.futures import ThreadPoolExecutor

import grpc
from connection import tls_files
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status


def serve(add_services, address):
    server = grpc.server(ThreadPoolExecutor(16))
    add_services(server)
    if "GATEHOUSE_TLS_CA" in os.environ:
        ca, key, cert = tls_files("CA", "KEY", "CERT")
        port = server.add_secure_port(address, grpc.ssl_server_credentials([(key, cert)], ca, require_client_auth=True))
    else:
        port = server.add_insecure_port(address)
    server.start()
    print("port", port, flush=True)
    server.wait_for_termination()


def assert_caller(context, *services):
    peer = context.auth_context()
    allowed = {f"spiffe://gatehouse/{service}".encode() for service in services}
    is_secure = peer.get("transport_security_type") == [b"ssl"]
    if is_secure and allowed.isdisjoint(peer.get("x509_subject_alternative_name", [])):
        context.abort(grpc.StatusCode.PERMISSION_DENIED, "caller not allowed")


def fail(context, reason):
    """Without ErrorInfo, the error would be a defect of the service."""
    info = any_pb2.Any()
    info.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="gatehouse.internal"))
    status = status_pb2.Status(code=code_pb2.NOT_FOUND, message=reason, details=[info])
    context.abort_with_status(rpc_status.to_status(status))
