// Calls Gatehouse over gRPC and reads its Redis streams. docs/internal-callers.md explains the options.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	authv1 "gatehouse.example/caller/gen/gatehouse/auth/v1"
	commonv1 "gatehouse.example/caller/gen/gatehouse/common/v1"
	sessionsv1 "gatehouse.example/caller/gen/gatehouse/sessions/v1"
)

const (
	domain           = "gatehouse.internal"
	heartbeatTimeout = 2 * time.Second
)

// Only calls that can be repeated are retried.
const serviceConfig = `{
  "loadBalancingConfig": [{"round_robin": {}}],
  "methodConfig": [{
    "name": [{"service": "gatehouse.sessions.v1.Sessions", "method": "Verify"}],
    "retryPolicy": {
      "maxAttempts": 4, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }]
}`

func main() {
	commands := map[string]func(context.Context, []string) error{
		"login": login, "verify": verify, "watch": watch, "read": read,
	}
	if err := commands[os.Args[1]](context.Background(), os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, describe(err))
		os.Exit(1)
	}
}

func login(ctx context.Context, args []string) error {
	conn, err := connect(setting("GATEHOUSE_AUTH_ADDR", "127.0.0.1:50051"))
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	response, err := authv1.NewAuthClient(conn).Login(ctx, &authv1.LoginRequest{
		Client: &commonv1.Client{Address: "203.0.113.7"}, Email: args[0], Password: args[1],
	})
	if err != nil {
		return err
	}
	fmt.Println("token", response.GetSignedIn().GetToken())
	return nil
}

func verify(ctx context.Context, args []string) error {
	conn, err := connect(setting("GATEHOUSE_SESSIONS_ADDR", "127.0.0.1:50052"))
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	response, err := sessionsv1.NewSessionsClient(conn).Verify(ctx, &sessionsv1.VerifyRequest{Token: args[0]})
	if err != nil {
		return err
	}
	fmt.Println("account", response.GetSession().GetAccountId())
	return nil
}

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

func read(ctx context.Context, args []string) error {
	stream, group, consumer := args[0], args[1], args[2]
	options, err := redis.ParseURL(setting("GATEHOUSE_REDIS_URL", "redis://127.0.0.1:6390"))
	if err != nil {
		return err
	}
	store := redis.NewClient(options)
	defer store.Close()
	if err := store.XGroupCreateMkStream(ctx, stream, group, "0").Err(); err != nil && !redis.HasErrorPrefix(err, "BUSYGROUP") {
		return err
	}
	// First the entries that this consumer did not acknowledge; then, with ">", new ones.
	cursor := "0"
	for {
		streams, err := store.XReadGroup(ctx, &redis.XReadGroupArgs{
			Streams: []string{stream, cursor}, Group: group, Consumer: consumer, Count: 100, Block: 5 * time.Second,
		}).Result()
		if err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
		next := ">"
		for _, entries := range streams {
			for _, entry := range entries.Messages {
				// A trimmed entry has no values.
				if len(entry.Values) > 0 {
					fmt.Println(entry.Values["id"], entry.Values["type"])
				}
				if err := store.XAck(ctx, stream, group, entry.ID).Err(); err != nil {
					return err
				}
				next = entry.ID
			}
		}
		if cursor != ">" {
			cursor = next
		}
	}
}

func connect(address string) (*grpc.ClientConn, error) {
	secured, err := transportCredentials()
	if err != nil {
		return nil, err
	}
	return grpc.NewClient(address,
		grpc.WithTransportCredentials(secured),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 3 * time.Second}),
	)
}

func transportCredentials() (credentials.TransportCredentials, error) {
	path, secured := os.LookupEnv("GATEHOUSE_TLS_CA")
	if !secured {
		return insecure.NewCredentials(), nil
	}
	ca, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	certificate, err := tls.LoadX509KeyPair(os.Getenv("GATEHOUSE_TLS_CERT"), os.Getenv("GATEHOUSE_TLS_KEY"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	return credentials.NewTLS(&tls.Config{RootCAs: roots, Certificates: []tls.Certificate{certificate}}), nil
}

func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx = metadata.AppendToOutgoingContext(ctx, "x-request-id", fmt.Sprintf("caller-%d", time.Now().UnixNano()))
	return context.WithTimeout(ctx, 5*time.Second)
}

// describe returns the status, then the reason and the invalid fields of a Gatehouse error, else the message.
func describe(err error) string {
	failed := status.Convert(err)
	reason, fields := failed.Message(), ""
	for _, detail := range failed.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			if detail.GetDomain() == domain {
				reason = detail.GetReason()
			}
		case *errdetails.BadRequest:
			for _, violation := range detail.GetFieldViolations() {
				fields += " " + violation.GetField() + ":" + violation.GetReason()
			}
		}
	}
	return failed.Code().String() + " " + reason + fields
}

func setting(name, fallback string) string {
	if value, ok := os.LookupEnv(name); ok {
		return value
	}
	return fallback
}
