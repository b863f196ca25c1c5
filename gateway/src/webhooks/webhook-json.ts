import type { Webhook } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { CallOptions } from '@gatehouse/service-kit/grpc/connect'
import type { Services } from '../context.ts'
import { requireField } from '../http/require-field.ts'
import { creatorsOf } from '../users/creators.ts'

export function webhookTokenJson(message: Webhook | undefined) {
  const webhook = requireField(message)
  return {
    avatar: webhook.avatar ?? null,
    channel_id: webhook.channelId,
    guild_id: webhook.guildId,
    id: webhook.id,
    name: webhook.name,
    token: webhook.token,
  }
}

export async function webhooksJson(
  webhooks: readonly Webhook[],
  services: Pick<Services, 'auth'>,
  context: CallOptions,
) {
  const creatorOf = await creatorsOf(webhooks, services, context)
  return webhooks.map((webhook) => ({ ...webhookTokenJson(webhook), user: creatorOf(webhook) }))
}

export async function webhookJson(
  webhook: Webhook | undefined,
  services: Pick<Services, 'auth'>,
  context: CallOptions,
) {
  const [json] = await webhooksJson([requireField(webhook)], services, context)
  return requireField(json)
}
