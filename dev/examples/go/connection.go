package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
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

// connect uses the options that docs/internal-callers.md explains.
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
			if detail.GetDomain() == "gatehouse.internal" {
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
