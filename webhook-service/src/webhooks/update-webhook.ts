import type { UpdateRequest, UpdateResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { type EventActor, managerActor } from '../events/event-actor.ts'
import { managedWebhook } from './find-webhook.ts'
import { assertManagesChannel, guildChannel } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import type { Webhook } from './webhook.ts'
import { validateName } from './webhook-name.ts'
import type { WebhookChange } from './webhook-store.ts'

type Context = Pick<WebhookContext, 'directory' | 'tokens' | 'webhooks'>

/** A move stays in the guild (else UNKNOWN_CHANNEL) and needs the permission in both channels. */
export async function updateWebhook(
  ctx: Context,
  request: UpdateRequest,
  call: CallContext,
): Promise<UpdateResponse> {
  const webhook = await managedWebhook(ctx, request, call)
  const change = validateChange(request)
  if (request.channelId !== undefined && request.channelId !== webhook.channelId) {
    change.channelId = await validateMove(ctx, webhook, { ...request, channelId: request.channelId }, call)
  }
  const eventActor = managerActor(request.actor, call)
  return { webhook: presentWebhook(ctx, await changeOrThrow(ctx, webhook.id, change, eventActor)) }
}

export function validateChange(request: { name?: string | undefined; clearAvatar: boolean }): WebhookChange {
  return {
    ...(request.name !== undefined && { name: validateName(request.name) }),
    ...(request.clearAvatar && { avatar: null }),
  }
}

/** Fails with UNKNOWN_WEBHOOK if it was deleted concurrently. */
export async function changeOrThrow(
  ctx: Pick<Context, 'webhooks'>,
  id: string,
  change: WebhookChange,
  eventActor: EventActor,
): Promise<Webhook> {
  const webhook = await ctx.webhooks.change(id, change, eventActor)
  if (!webhook) throw new ServiceError('UNKNOWN_WEBHOOK')
  return webhook
}

async function validateMove(
  ctx: Context,
  { guildId }: Webhook,
  { actor, channelId }: Pick<UpdateRequest, 'actor'> & { channelId: string },
  call: CallContext,
): Promise<string> {
  const target = await guildChannel(ctx, channelId, call)
  if (target.guildId !== guildId) throw new ServiceError('UNKNOWN_CHANNEL')
  await assertManagesChannel(ctx, actor, target, call)
  return target.id
}
