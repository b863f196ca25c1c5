// Posts with one library, and prints what it got as JSON: senders GATEWAY WEBHOOK_ID TOKEN LIBRARY
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/containrrr/shoutrrr"
)

func main() {
	libraries := map[string]func(gateway, id, token string) ([]any, error){
		"discordgo": useDiscordgo,
		"shoutrrr":  useShoutrrr,
	}
	result, err := libraries[os.Args[4]](os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(result)
}

func useDiscordgo(gateway, id, token string) ([]any, error) {
	discordgo.EndpointWebhooks = gateway + "/webhooks/"
	session, err := discordgo.New("")
	if err != nil {
		return nil, err
	}
	embed := &discordgo.MessageEmbed{Title: "Build 7", Color: 0x2da44e}
	params := &discordgo.WebhookParams{Content: "hello", Username: "ci", Embeds: []*discordgo.MessageEmbed{embed}}
	sent, err := session.WebhookExecute(id, token, true, params)
	if err != nil {
		return nil, err
	}
	read, err := session.WebhookMessage(id, token, sent.ID)
	if err != nil {
		return nil, err
	}
	content := "changed"
	edited, err := session.WebhookMessageEdit(id, token, sent.ID, &discordgo.WebhookEdit{Content: &content})
	if err != nil {
		return nil, err
	}
	if err := session.WebhookMessageDelete(id, token, sent.ID); err != nil {
		return nil, err
	}
	_, gone := session.WebhookMessage(id, token, sent.ID)
	var rejection *discordgo.RESTError
	if !errors.As(gone, &rejection) {
		return nil, fmt.Errorf("the deleted message: %w", gone)
	}
	webhook, err := session.WebhookWithToken(id, token)
	if err != nil {
		return nil, err
	}
	return []any{read.Content, read.Embeds[0].Title, edited.Content, rejection.Response.StatusCode, webhook.Name}, nil
}

// The address of Discord is a constant of shoutrrr, so its requests are sent elsewhere.
type redirected struct{ gateway *url.URL }

func (to redirected) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.URL.Scheme, request.URL.Host, request.Host = to.gateway.Scheme, to.gateway.Host, ""
	request.URL.Path = strings.TrimPrefix(request.URL.Path, "/api")
	return http.DefaultTransport.RoundTrip(request)
}

func useShoutrrr(gateway, id, token string) ([]any, error) {
	address, err := url.Parse(gateway)
	if err != nil {
		return nil, err
	}
	http.DefaultClient.Transport = redirected{address}
	return []any{"sent"}, shoutrrr.Send("discord://"+token+"@"+id, "hello from shoutrrr")
}
