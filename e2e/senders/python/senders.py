"""Posts with one library, and prints what it got as JSON: senders.py GATEWAY WEBHOOK_ID TOKEN LIBRARY"""

import asyncio
import io
import json
import sys

gateway, webhook_id, token, library = sys.argv[1:]
url = f"{gateway}/webhooks/{webhook_id}/{token}"


def discord_py():
    import aiohttp
    import discord

    discord.http.Route.BASE = gateway

    async def use():
        async with aiohttp.ClientSession() as session:
            webhook = discord.Webhook.partial(int(webhook_id), token, session=session)
            embed = discord.Embed(title="Build 7", color=0x2DA44E, timestamp=discord.utils.utcnow())
            embed.add_field(name="Branch", value="main")
            sent = await webhook.send("hello", embed=embed, username="ci", wait=True)
            read = await webhook.fetch_message(sent.id)
            edited = await sent.edit(content="changed")
            await sent.delete()
            try:
                await webhook.fetch_message(sent.id)
            except discord.NotFound as error:
                gone = error.code
            attached = discord.File(io.BytesIO(b"x"), "log.txt")
            file = await webhook.send("attached", file=attached, wait=True)
        return [read.content, read.embeds[0].title, edited.content, gone, file.content]

    return asyncio.run(use())


def discord_py_sync():
    import discord

    discord.http.Route.BASE = gateway
    webhook = discord.SyncWebhook.partial(int(webhook_id), token)
    sent = webhook.send("hello", wait=True)
    result = [webhook.fetch_message(sent.id).content, sent.edit(content="changed").content]
    sent.delete()
    return result


def discord_webhook():
    from discord_webhook import DiscordEmbed, DiscordWebhook

    webhook = DiscordWebhook(url=url, content="hello", username="ci", rate_limit_retry=True)
    embed = DiscordEmbed(title="Build 7", color="2da44e")
    embed.set_timestamp()
    embed.set_footer(text="")
    embed.add_embed_field(name="Branch", value="main")
    webhook.add_embed(embed)
    sent = webhook.execute()
    webhook.content = "changed"
    edited = webhook.edit()
    deleted = webhook.delete()
    attached = DiscordWebhook(url=url, content="attached")
    attached.add_file(b"x", "log.txt")
    file = attached.execute()
    return [
        sent.json()["content"],
        edited.json()["content"],
        deleted.status_code,
        file.json()["content"],
    ]


def apprise():
    from apprise import Apprise
    from apprise.plugins.discord import NotifyDiscord

    NotifyDiscord.notify_url = f"{gateway}/webhooks"
    notifier = Apprise()
    notifier.add(f"discord://{webhook_id}/{token}/?format=markdown&footer=yes&fields=yes")
    return [bool(notifier.notify(title="Build 7", body="# Result\ndone **fast**"))]


def slack_sdk():
    from slack_sdk.webhook import WebhookClient
    from slack_sdk.webhook.async_client import AsyncWebhookClient

    section = {"type": "section", "text": {"type": "mrkdwn", "text": "*done*"}}
    client = WebhookClient(f"{url}/slack")
    sent = client.send(text="hello", blocks=[section])
    also = asyncio.run(AsyncWebhookClient(f"{url}/slack").send(text="later"))
    empty = client.send(text="")
    return [sent.status_code, sent.body, also.body, empty.status_code, empty.body]


print(json.dumps(globals()[library]()))
