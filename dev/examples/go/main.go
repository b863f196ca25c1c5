// Calls Gatehouse over gRPC and reads its Redis streams: docs/internal-callers.md.
package main

import (
	"context"
	"fmt"
	"os"

	authv1 "gatehouse.example/caller/gen/gatehouse/auth/v1"
	commonv1 "gatehouse.example/caller/gen/gatehouse/common/v1"
	sessionsv1 "gatehouse.example/caller/gen/gatehouse/sessions/v1"
)

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
