import type {
  ListByChannelRequest,
  ListByChannelResponse,
  ListByGuildRequest,
  ListByGuildResponse,
  Page,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { assertManagesChannel, assertManagesGuild, guildChannel } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import type { WebhookList, WebhookPage } from './webhook-store.ts'

type Context = Pick<WebhookContext, 'directory' | 'tokens' | 'webhooks'>

const maxPageSize = 100

export async function listByChannel(
  ctx: Context,
  request: ListByChannelRequest,
  call: CallContext,
): Promise<ListByChannelResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertManagesChannel(ctx, request.actor, channel, call)
  return present(ctx, await ctx.webhooks.listByChannel(channel.id, validatePage(request.page)))
}

export async function listByGuild(
  ctx: Context,
  request: ListByGuildRequest,
  call: CallContext,
): Promise<ListByGuildResponse> {
  await assertManagesGuild(ctx, request.actor, request.guildId, call)
  return present(ctx, await ctx.webhooks.listByGuild(request.guildId, validatePage(request.page)))
}

function validatePage({ limit, after }: Page = { limit: 0, after: '' }): WebhookPage {
  if (limit > maxPageSize)
    throw invalidFields({ limit: ['NUMBER_OUT_OF_RANGE', { min: 1, max: maxPageSize }] })
  if (after !== '' && !isSnowflake(after)) throw invalidFields({ after: 'INVALID_SNOWFLAKE_FORMAT' })
  return { limit, after }
}

function present(ctx: Context, { webhooks, hasMore }: WebhookList) {
  return { webhooks: webhooks.map((webhook) => presentWebhook(ctx, webhook)), hasMore }
}
