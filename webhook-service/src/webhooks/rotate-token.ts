import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { RotateTokenRequest, RotateTokenResponse } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { managerActor } from '../domain-events/event-actor.ts'
import { managedWebhook } from './find-webhook.ts'
import { presentWebhook } from './present-webhook.ts'

type Context = Pick<WebhookContext, 'directory' | 'tokens' | 'webhooks' | 'clock' | 'locationOf'>

export async function rotateToken(
  ctx: Context,
  request: RotateTokenRequest,
  call: CallContext,
): Promise<RotateTokenResponse> {
  const { id } = await managedWebhook(ctx, request, call)
  const eventActor = managerActor(ctx, request, call)
  const graceMs = validateGrace(request)
  const rotation = { ...ctx.tokens.create(id), previousUntil: graceMs > 0 ? ctx.clock.now() + graceMs : null }
  const webhook = await ctx.webhooks.rotateToken(id, rotation, eventActor)
  if (!webhook) throw new ServiceError('UNKNOWN_WEBHOOK')
  return { webhook: presentWebhook(ctx, webhook) }
}

function validateGrace({ grace }: RotateTokenRequest): number {
  if (!grace) return 0
  const graceMs = durationMs(grace)
  const { min, max } = fieldBounds.tokenGraceSeconds
  if (graceMs < min * 1000 || graceMs > max * 1000)
    throw invalidFields({ grace: ['NUMBER_OUT_OF_RANGE', { min, max }] })
  return graceMs
}
