"""Calls Gatehouse over gRPC and reads its Redis streams: docs/internal-callers.md."""

import sys

import grpc
from connection import connect, describe, metadata
from gatehouse.auth.v1 import auth_pb2, auth_pb2_grpc
from gatehouse.sessions.v1 import sessions_pb2, sessions_pb2_grpc
from read_stream import read
from watch_revocations import watch


def login(email, password):
    with connect("GATEHOUSE_AUTH_ADDR", "127.0.0.1:50051") as channel:
        request = auth_pb2.LoginRequest(email=email, password=password, client={"address": "203.0.113.7"})
        response = auth_pb2_grpc.AuthStub(channel).Login(request, timeout=5, metadata=metadata())
        print("token", response.signed_in.token)


def verify(token):
    with connect("GATEHOUSE_SESSIONS_ADDR", "127.0.0.1:50052") as channel:
        request = sessions_pb2.VerifyRequest(token=token)
        response = sessions_pb2_grpc.SessionsStub(channel).Verify(request, timeout=5, metadata=metadata())
        print("account", response.session.account_id)


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    try:
        {"login": login, "verify": verify, "watch": watch, "read": read}[command](*arguments)
    except grpc.RpcError as error:
        sys.exit(describe(error))
    except KeyboardInterrupt:
        pass
