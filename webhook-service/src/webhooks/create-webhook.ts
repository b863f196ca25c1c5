import type { CreateRequest, CreateResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { toRateLimitState } from '@gatehouse/service-kit/errors/limit-state'
import {
  createOnce,
  type IdempotentRequest,
  keyReused,
} from '@gatehouse/service-kit/storage/idempotency-keys'
import { type AvatarImage, readAvatar } from '../avatars/read-avatar.ts'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managerActor } from '../domain-events/event-actor.ts'
import { takeCreationLimit } from './creation-limit.ts'
import { accountOf, assertManagesChannel, type GuildChannel, guildChannel } from './permissions.ts'
import { presentWebhook } from './present-webhook.ts'
import { validateName } from './webhook-name.ts'
import { defaultSettings } from './webhook-settings.ts'

type Context = Pick<
  WebhookContext,
  'avatars' | 'directory' | 'idempotencyKeys' | 'limiter' | 'newId' | 'tokens' | 'webhooks' | 'locationOf'
>

export async function createWebhook(
  ctx: Context,
  request: CreateRequest,
  call: CallContext,
): Promise<CreateResponse> {
  const channel = await guildChannel(ctx, request.channelId, call)
  await assertManagesChannel(ctx, request.actor, channel, call)
  const name = validateName('name', request.name)
  const avatar = request.avatar ? await readAvatar('avatar', request.avatar) : null
  const idempotent = idempotentRequest(request, { name, avatar })
  return createOnce(ctx.idempotencyKeys, idempotent, {
    create: () => newWebhook(ctx, { request, channel, name, avatar, idempotent }, call),
    replay: (id) => existingWebhook(ctx, id),
  })
}

function idempotentRequest(
  { actor, channelId, idempotencyKey: key }: CreateRequest,
  { name, avatar }: { name: string; avatar: AvatarImage | null },
): IdempotentRequest | null {
  if (key === undefined) return null
  return {
    key,
    scope: `create ${accountOf(actor)}`,
    content: { channelId, name, ...(avatar && { avatar: avatar.hash }) },
  }
}

type NewWebhook = {
  request: CreateRequest
  channel: GuildChannel
  name: string
  avatar: AvatarImage | null
  idempotent: IdempotentRequest | null
}

async function newWebhook(
  ctx: Context,
  { request, channel, name, avatar, idempotent }: NewWebhook,
  call: CallContext,
): Promise<CreateResponse> {
  const eventActor = managerActor(ctx, request, call)
  const rateLimit = await takeCreationLimit(ctx.limiter, channel.id)

  const id = ctx.newId()
  const uploaded = avatar && (await ctx.avatars.upload(id, avatar))
  const webhook = {
    id,
    guildId: channel.guildId,
    channelId: channel.id,
    name,
    avatar: uploaded?.hash ?? null,
    creatorId: accountOf(request.actor),
    ...ctx.tokens.create(id),
    previousToken: null,
    settings: defaultSettings,
    rejections: 0,
    disabled: null,
  }
  await ctx.webhooks.add({ webhook, avatar: uploaded }, eventActor, idempotent)
  return { webhook: presentWebhook(ctx, webhook), rateLimit: toRateLimitState(rateLimit) }
}

/** The response to a repeated request. */
async function existingWebhook(ctx: Context, id: string): Promise<CreateResponse> {
  const webhook = await ctx.webhooks.findById(id)
  if (!webhook) throw keyReused()
  return { webhook: presentWebhook(ctx, webhook), rateLimit: undefined }
}
