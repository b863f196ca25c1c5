"""A guild directory with the rpcs that Gatehouse calls, on a JSON file: docs/guild-directory.md."""

import json
import sys

from gatehouse.guilds.v1 import guilds_pb2, guilds_pb2_grpc
from serving import assert_caller, fail, serve

VIEW_CHANNEL = 1 << 10


class Directory(guilds_pb2_grpc.GuildsServicer):
    def __init__(self, path):
        self.path = path

    def find(self, kind, key, context):
        assert_caller(context, "webhook-service", "auth-service")
        found = json.load(open(self.path))[kind].get(key)
        return found or fail(context, f"UNKNOWN_{kind.upper()}")

    def GetChannel(self, request, context):
        channel = self.find("channel", request.id, context)
        return guilds_pb2.GetChannelResponse(channel={"id": request.id, "kind": "CHANNEL_KIND_TEXT", **channel})

    def MemberPermissions(self, request, context):
        guild = self.find("guild", request.guild_id, context)
        if request.channel_id and self.find("channel", request.channel_id, context)["guild_id"] != request.guild_id:
            fail(context, "UNKNOWN_CHANNEL")
        is_owner = guild["owner_id"] == request.user_id
        is_member = is_owner or request.user_id in guild["members"]
        permissions = str(VIEW_CHANNEL if is_member else 0)
        return guilds_pb2.MemberPermissionsResponse(is_member=is_member, is_owner=is_owner, permissions=permissions)

    def RedeemInvite(self, request, context):
        return guilds_pb2.RedeemInviteResponse(**self.find("invite", request.code, context), joined=False)


if __name__ == "__main__":
    address, path = sys.argv[1:]
    serve(lambda server: guilds_pb2_grpc.add_GuildsServicer_to_server(Directory(path), server), address)
