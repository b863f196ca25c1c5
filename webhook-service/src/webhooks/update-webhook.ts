import type { UpdateRequest, UpdateResponse, WebhookUpdate } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Changes, changesOf } from '@gatehouse/service-kit/resources/field-mask'
import { readAvatar } from '../avatars/read-avatar.ts'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { type EventActor, managerActor } from '../domain-events/event-actor.ts'
import { managedWebhook } from './find-webhook.ts'
import { assertManagesChannel, guildChannel } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import type { Webhook } from './webhook.ts'
import { validateName } from './webhook-name.ts'
import type { WebhookChange } from './webhook-store.ts'

type Context = Pick<WebhookContext, 'avatars' | 'directory' | 'tokens' | 'webhooks' | 'locationOf'>

/** A move stays in the guild (else UNKNOWN_CHANNEL) and needs the permission in both channels. */
export async function updateWebhook(
  ctx: Context,
  request: UpdateRequest,
  call: CallContext,
): Promise<UpdateResponse> {
  const { actor, update, updateMask } = request
  const webhook = await managedWebhook(ctx, request, call)
  const eventActor = managerActor(ctx, request, call)
  const { channelId, ...changes } = changesOf(update, updateMask, ['name', 'avatar', 'channelId'])
  const change = await validateChange(ctx, webhook.id, changes)
  if (channelId !== undefined && channelId !== webhook.channelId)
    change.channelId = await validateMove(ctx, webhook, { actor, channelId: channelId ?? '' }, call)
  return { webhook: presentWebhook(ctx, await changeOrThrow(ctx, webhook.id, change, eventActor)) }
}

/** The name cannot be cleared. A new avatar is stored, but not used before the webhook is changed. */
export async function validateChange(
  { avatars }: Pick<Context, 'avatars'>,
  webhookId: string,
  { name, avatar }: Changes<WebhookUpdate, 'name' | 'avatar'>,
): Promise<WebhookChange> {
  const change: WebhookChange = {}
  if (name !== undefined) change.name = validateName('update.name', name ?? '')
  if (avatar) change.avatar = await avatars.upload(webhookId, await readAvatar('update.avatar', avatar))
  if (avatar === null) change.avatar = null
  return change
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
