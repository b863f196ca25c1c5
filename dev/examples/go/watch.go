package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	sessionsv1 "gatehouse.example/caller/gen/gatehouse/sessions/v1"
)

const heartbeatTimeout = 2 * time.Second

// watch prints the sessions that end: docs/sessions.md.
func watch(ctx context.Context, _ []string) error {
	for {
		fmt.Println("ended", describe(watchOnce(ctx)))
		// Revocations until the next `started` are not sent: a cache has to be cleared here.
		time.Sleep(time.Second)
	}
}

// watchOnce opens a connection of its own: one that stopped responding may look open for long.
func watchOnce(ctx context.Context) error {
	conn, err := connect(setting("GATEHOUSE_SESSIONS_ADDR", "127.0.0.1:50052"))
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	client := sessionsv1.NewSessionsClient(conn)
	stream, err := client.WatchRevocations(ctx)
	if err != nil {
		return err
	}
	// Ends the stream if no heartbeat arrives.
	timer := time.AfterFunc(heartbeatTimeout, cancel)
	defer timer.Stop()
	if err := stream.Send(&sessionsv1.WatchRevocationsRequest{}); err != nil {
		return err
	}
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch event := response.GetEvent().(type) {
		case *sessionsv1.WatchRevocationsResponse_Started:
			fmt.Println("started")
		case *sessionsv1.WatchRevocationsResponse_Interrupted:
			fmt.Println("interrupted")
		case *sessionsv1.WatchRevocationsResponse_Revoked:
			fmt.Println("revoked", strings.Join(event.Revoked.GetIdHashes(), " "))
		case *sessionsv1.WatchRevocationsResponse_Heartbeat:
			time.Sleep(250 * time.Millisecond)
			timer.Reset(heartbeatTimeout)
			// Recv returns why a stream has ended.
			_ = stream.Send(&sessionsv1.WatchRevocationsRequest{})
		}
	}
}
