import type {
  DeleteByTokenRequest,
  DeleteByTokenResponse,
  GetByTokenRequest,
  GetByTokenResponse,
  TokenReference,
  UpdateByTokenRequest,
  UpdateByTokenResponse,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { WebhookContext } from '../context.ts'
import { holder } from '../events/event-actor.ts'
import type { CallContext } from '../guilds.ts'
import { removed } from './delete-webhook.ts'
import { assertChannelExists } from './find-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { acceptChange, changed } from './update-webhook.ts'
import type { Webhook } from './webhook.ts'

type Context = Pick<WebhookContext, 'guilds' | 'tokenGuard' | 'tokens' | 'webhooks'>

export async function getWebhookByToken(
  ctx: Context,
  request: GetByTokenRequest,
  call: CallContext,
): Promise<GetByTokenResponse> {
  return { webhook: presentWebhook(ctx, await webhookOfToken(ctx, request.webhook, call)) }
}

/** The token allows renaming the webhook and removing its avatar, not moving it. */
export async function updateWebhookByToken(
  ctx: Context,
  request: UpdateByTokenRequest,
  call: CallContext,
): Promise<UpdateByTokenResponse> {
  const { id } = await webhookOfToken(ctx, request.webhook, call)
  return {
    webhook: presentWebhook(
      ctx,
      await changed(ctx, id, acceptChange(request), holder(request.webhook?.client, call)),
    ),
  }
}

export async function deleteWebhookByToken(
  ctx: Context,
  request: DeleteByTokenRequest,
  call: CallContext,
): Promise<DeleteByTokenResponse> {
  const { id } = await webhookOfToken(ctx, request.webhook, call)
  await removed(ctx, id, holder(request.webhook?.client, call))
  return {}
}

/** The webhook of a token. Fails with UNKNOWN_WEBHOOK, RATE_LIMITED. */
async function webhookOfToken(
  ctx: Context,
  reference: TokenReference | undefined,
  call: CallContext,
): Promise<Webhook> {
  const webhook = await ctx.tokenGuard.authenticate(reference)
  await assertChannelExists(ctx, webhook, call)
  return webhook
}
