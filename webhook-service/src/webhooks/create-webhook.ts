import type { CreateRequest, CreateResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { toRateLimitState } from '@gatehouse/service-kit/limits/limit-state'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managerActor } from '../events/event-actor.ts'
import { defaultSettings } from '../settings/webhook-settings.ts'
import { takeCreationLimit } from './creation-limit.ts'
import { accountOf, assertManagesChannel, guildChannel } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import { validateName } from './webhook-name.ts'

type Context = Pick<WebhookContext, 'directory' | 'limiter' | 'newId' | 'tokens' | 'webhooks' | 'locationOf'>

export async function createWebhook(
  ctx: Context,
  request: CreateRequest,
  call: CallContext,
): Promise<CreateResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertManagesChannel(ctx, request.actor, channel, call)
  const name = validateName('name', request.name)
  const eventActor = managerActor(ctx, request, call)
  const rateLimit = await takeCreationLimit(ctx.limiter, channel.id)

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
  await ctx.webhooks.add(webhook, eventActor)
  return { webhook: presentWebhook(ctx, webhook), rateLimit: toRateLimitState(rateLimit) }
}
