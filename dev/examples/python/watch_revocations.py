"""Prints the sessions that end: docs/sessions.md."""

import queue
import threading
import time

import grpc
from connection import connect, describe, metadata
from gatehouse.sessions.v1 import sessions_pb2, sessions_pb2_grpc


def watch():
    while True:
        try:
            # A new connection each time: one that stopped responding may look open for a minute.
            with connect("GATEHOUSE_SESSIONS_ADDR", "127.0.0.1:50052") as channel:
                watch_once(sessions_pb2_grpc.SessionsStub(channel))
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
