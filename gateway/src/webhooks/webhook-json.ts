import type { Webhook } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Services } from '../context.ts'
import { present } from '../http/present.ts'
import { creatorsOf } from '../users/creators.ts'

/** A webhook as whoever holds its token sees it. */
export function webhookTokenJson(sent: Webhook | undefined) {
  const webhook = present(sent)
  return {
    avatar: webhook.avatar ?? null,
    channel_id: webhook.channelId,
    guild_id: webhook.guildId,
    id: webhook.id,
    name: webhook.name,
    token: webhook.token,
  }
}

/** Webhooks as managers see them, with their creators. */
export async function webhooksJson(
  webhooks: readonly Webhook[],
  services: Pick<Services, 'auth'>,
  call: { requestId: string; signal: AbortSignal },
) {
  const creatorOf = await creatorsOf(webhooks, services, call)
  return webhooks.map((webhook) => ({ ...webhookTokenJson(webhook), user: creatorOf(webhook) }))
}

/** One of them. */
export async function webhookJson(
  webhook: Webhook | undefined,
  services: Pick<Services, 'auth'>,
  call: { requestId: string; signal: AbortSignal },
) {
  const [json] = await webhooksJson([present(webhook)], services, call)
  return present(json)
}
