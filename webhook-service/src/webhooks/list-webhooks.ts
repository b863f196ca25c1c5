import type {
  ListByChannelRequest,
  ListByChannelResponse,
  ListByGuildRequest,
  ListByGuildResponse,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { type PageRequest, pageSizeOf, toPage } from '@gatehouse/service-kit/resources/paging'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { assertManagesChannel, assertManagesGuild, guildChannel, managedChannels } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import type { Webhook } from './webhook.ts'
import type { WebhookPage } from './webhook-store.ts'

type Context = Pick<WebhookContext, 'directory' | 'tokens' | 'webhooks'>

const pageSizes = { default: 1000, max: 1000 }

export async function listByChannel(
  ctx: Context,
  request: ListByChannelRequest,
  call: CallContext,
): Promise<ListByChannelResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertManagesChannel(ctx, request.actor, channel, call)
  const page = validatePage(request)
  return present(ctx, await ctx.webhooks.listByChannel(channel.id, page), page)
}

/** Without the webhooks of channels that the caller may not manage, so a page can be short or empty. */
export async function listByGuild(
  ctx: Context,
  request: ListByGuildRequest,
  call: CallContext,
): Promise<ListByGuildResponse> {
  const { actor, guildId } = request
  await assertManagesGuild(ctx, actor, guildId, call)
  const page = validatePage(request)
  const { webhooks, nextPageToken } = present(ctx, await ctx.webhooks.listByGuild(guildId, page), page)
  const channelIds = [...new Set(webhooks.map(({ channelId }) => channelId))]
  const managed = await managedChannels(ctx, actor, { guildId, channelIds }, call)
  return { webhooks: webhooks.filter(({ channelId }) => managed.has(channelId)), nextPageToken }
}

function validatePage(request: PageRequest): WebhookPage {
  const { pageToken } = request
  const size = pageSizeOf(request, pageSizes)
  if (pageToken !== '' && !isSnowflake(pageToken))
    throw invalidFields({ page_token: 'INVALID_SNOWFLAKE_FORMAT' })
  return { size, after: pageToken }
}

function present(ctx: Context, found: Webhook[], { size }: WebhookPage) {
  const { items, nextPageToken } = toPage(found, size, ({ id }) => id)
  return { webhooks: items.map((webhook) => presentWebhook(ctx, webhook)), nextPageToken }
}
