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
import { assertManagesChannel, assertManagesGuild, guildChannel } from './permissions.ts'
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

export async function listByGuild(
  ctx: Context,
  request: ListByGuildRequest,
  call: CallContext,
): Promise<ListByGuildResponse> {
  await assertManagesGuild(ctx, request.actor, request.guildId, call)
  const page = validatePage(request)
  return present(ctx, await ctx.webhooks.listByGuild(request.guildId, page), page)
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
