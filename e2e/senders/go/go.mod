module gatehouse.example/senders

go 1.26.0

require (
	github.com/bwmarrin/discordgo v0.29.0
	github.com/containrrr/shoutrrr v0.8.0
)

require (
	github.com/fatih/color v1.15.0 // indirect
	github.com/gorilla/websocket v1.4.2 // indirect
	github.com/mattn/go-colorable v0.1.13 // indirect
	github.com/mattn/go-isatty v0.0.17 // indirect
	golang.org/x/crypto v0.0.0-20210421170649-83a5a9bb288b // indirect
	golang.org/x/sys v0.6.0 // indirect
)
