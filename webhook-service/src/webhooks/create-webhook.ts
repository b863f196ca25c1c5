import type { CreateRequest, CreateResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import { manager } from '../events/event-actor.ts'
import type { CallContext } from '../guilds.ts'
import { defaultSettings } from '../settings/webhook-settings.ts'
import { takeCreation } from './creation-limit.ts'
import { accountOf, assertManagesChannel, guildChannel } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import { acceptName } from './webhook-name.ts'

type Context = Pick<WebhookContext, 'guilds' | 'limiter' | 'newId' | 'tokens' | 'webhooks'>

export async function createWebhook(
  ctx: Context,
  request: CreateRequest,
  call: CallContext,
): Promise<CreateResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertManagesChannel(ctx, request.actor, channel, call)
  const name = acceptName(request.name)
  const rateLimit = await takeCreation(ctx.limiter, channel.id)

  const id = ctx.newId()
  const webhook = {
    id,
    guildId: channel.guildId,
    channelId: channel.id,
    name,
    avatar: null,
    creatorId: accountOf(request.actor),
    ...ctx.tokens.create(id),
    settings: defaultSettings,
    rejections: 0,
    disabled: null,
  }
  await ctx.webhooks.add(webhook, manager(request.actor, call))
  return { webhook: presentWebhook(ctx, webhook), rateLimit }
}
