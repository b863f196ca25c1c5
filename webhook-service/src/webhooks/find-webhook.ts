import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { Channel } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../directory-client.ts'
import { assertManagesChannel } from './permissions.ts'
import type { Webhook } from './webhook.ts'

type Context = Pick<WebhookContext, 'directory' | 'webhooks'>

/** A webhook that the actor may manage. Fails with UNKNOWN_WEBHOOK, also if its channel is gone, MISSING_ACCESS, MISSING_PERMISSIONS. */
export async function managedWebhook(
  ctx: Context,
  { actor, id }: { actor: Actor | undefined; id: string },
  call: CallContext,
): Promise<Webhook> {
  const webhook = isSnowflake(id) ? await ctx.webhooks.findById(id) : null
  if (!webhook) throw new ServiceError('UNKNOWN_WEBHOOK')
  try {
    await assertManagesChannel(ctx, actor, { id: webhook.channelId, guildId: webhook.guildId }, call)
  } catch (error) {
    const isGone = hasCode(error, 'UNKNOWN_CHANNEL') || hasCode(error, 'UNKNOWN_GUILD')
    throw isGone ? new ServiceError('UNKNOWN_WEBHOOK') : error
  }
  return webhook
}

/**
 * Fails with UNKNOWN_WEBHOOK if the channel does not exist or is in another guild: a directory in another process deletes channels
 * without deleting their webhooks.
 */
export async function channelOfWebhook(
  { directory }: Pick<Context, 'directory'>,
  { channelId, guildId }: Webhook,
  call: CallContext,
): Promise<Channel> {
  const channel = await directory.findChannel(channelId, call)
  if (channel?.guildId !== guildId) throw new ServiceError('UNKNOWN_WEBHOOK')
  return channel
}
