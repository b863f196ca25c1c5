"""A guild directory with the rpcs that Gatehouse calls, on a JSON file: docs/guild-directory.md."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import grpc
from gatehouse.guilds.v1 import guilds_pb2, guilds_pb2_grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

ALL_PERMISSIONS = (1 << 63) - 1
VIEW_CHANNEL = 1 << 10
CALLERS = {b"spiffe://gatehouse/webhook-service", b"spiffe://gatehouse/auth-service"}


class Directory(guilds_pb2_grpc.GuildsServicer):
    def __init__(self, path):
        self.path = path

    def find(self, kind, key, context):
        authorize(context)
        found = json.load(open(self.path))[kind].get(key)
        return found or fail(context, f"UNKNOWN_{kind.upper()}")

    def GetChannel(self, request, context):
        channel = self.find("channel", request.id, context)
        return guilds_pb2.GetChannelResponse(channel={"id": request.id, "kind": "CHANNEL_KIND_TEXT", **channel})

    def MemberPermissions(self, request, context):
        guild = self.find("guild", request.guild_id, context)
        if request.channel_id:
            channel = self.find("channel", request.channel_id, context)
            if channel["guild_id"] != request.guild_id:
                fail(context, "UNKNOWN_CHANNEL")
        is_owner = guild["owner_id"] == request.user_id
        is_member = is_owner or request.user_id in guild["members"]
        bits = ALL_PERMISSIONS if is_owner else VIEW_CHANNEL if is_member else 0
        return guilds_pb2.MemberPermissionsResponse(is_member=is_member, is_owner=is_owner, permissions=str(bits))

    def RedeemInvite(self, request, context):
        invite = self.find("invite", request.code, context)
        return guilds_pb2.RedeemInviteResponse(**invite, joined=False)


def authorize(context):
    peer = context.auth_context()
    names = peer.get("x509_subject_alternative_name", [])
    if peer.get("transport_security_type") == [b"ssl"] and CALLERS.isdisjoint(names):
        context.abort(grpc.StatusCode.PERMISSION_DENIED, "caller not allowed")


def fail(context, reason):
    """Without ErrorInfo, the error would be a defect of the directory."""
    info = any_pb2.Any()
    info.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="gatehouse.internal"))
    status = status_pb2.Status(code=code_pb2.NOT_FOUND, message=reason, details=[info])
    context.abort_with_status(rpc_status.to_status(status))


def credentials():
    ca, key, cert = (open(os.environ[f"GATEHOUSE_TLS_{name}"], "rb").read() for name in ("CA", "KEY", "CERT"))
    return grpc.ssl_server_credentials([(key, cert)], ca, require_client_auth=True)


if __name__ == "__main__":
    address, path = sys.argv[1:]
    server = grpc.server(ThreadPoolExecutor(16))
    guilds_pb2_grpc.add_GuildsServicer_to_server(Directory(path), server)
    if "GATEHOUSE_TLS_CA" in os.environ:
        port = server.add_secure_port(address, credentials())
    else:
        port = server.add_insecure_port(address)
    server.start()
    print("port", port, flush=True)
    server.wait_for_termination()
