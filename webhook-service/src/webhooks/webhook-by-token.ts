import type {
  DeleteByTokenRequest,
  DeleteByTokenResponse,
  GetByTokenRequest,
  GetByTokenResponse,
  TokenReference,
  UpdateByTokenRequest,
  UpdateByTokenResponse,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { changesOf } from '@gatehouse/service-kit/resources/field-mask'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { tokenActor } from '../domain-events/event-actor.ts'
import { removeOrThrow } from './delete-webhook.ts'
import { channelOfWebhook } from './find-webhook.ts'
import { presentToHolder } from './present-webhook.ts'
import { changeOrThrow, validateChange } from './update-webhook.ts'
import type { Webhook } from './webhook.ts'

type Context = Pick<WebhookContext, 'avatars' | 'directory' | 'tokenGuard' | 'webhooks' | 'locationOf'>

export async function getWebhookByToken(
  ctx: Context,
  request: GetByTokenRequest,
  call: CallContext,
): Promise<GetByTokenResponse> {
  return { webhook: presentToHolder(await webhookOfToken(ctx, request.webhook, call), request.webhook) }
}

/** The token allows changing name and avatar, not moving the webhook. */
export async function updateWebhookByToken(
  ctx: Context,
  request: UpdateByTokenRequest,
  call: CallContext,
): Promise<UpdateByTokenResponse> {
  const { id } = await webhookOfToken(ctx, request.webhook, call)
  const changes = changesOf(request.update, request.updateMask, ['name', 'avatar'])
  const change = await validateChange(ctx, id, changes)
  const eventActor = tokenActor(ctx, request.webhook?.client, call)
  return { webhook: presentToHolder(await changeOrThrow(ctx, id, change, eventActor), request.webhook) }
}

export async function deleteWebhookByToken(
  ctx: Context,
  request: DeleteByTokenRequest,
  call: CallContext,
): Promise<DeleteByTokenResponse> {
  const { id } = await webhookOfToken(ctx, request.webhook, call)
  await removeOrThrow(ctx, id, tokenActor(ctx, request.webhook?.client, call))
  return {}
}

async function webhookOfToken(
  ctx: Context,
  reference: TokenReference | undefined,
  call: CallContext,
): Promise<Webhook> {
  const webhook = await ctx.tokenGuard.authenticate(reference)
  await channelOfWebhook(ctx, webhook, call)
  return webhook
}
