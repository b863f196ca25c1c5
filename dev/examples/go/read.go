package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// read reads a Redis stream in a consumer group: docs/messages.md, docs/events.md.
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
