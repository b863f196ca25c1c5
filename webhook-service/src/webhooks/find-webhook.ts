import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import type { WebhookContext } from '../context.ts'
import type { CallContext } from '../guilds.ts'
import { assertManagesChannel } from './permissions.ts'
import type { Webhook } from './webhook.ts'

type Context = Pick<WebhookContext, 'guilds' | 'webhooks'>

/** A webhook that the actor may manage. Fails with UNKNOWN_WEBHOOK, MISSING_ACCESS, MISSING_PERMISSIONS. */
export async function managedWebhook(
  ctx: Context,
  { actor, id }: { actor: Actor | undefined; id: string },
  call: CallContext,
): Promise<Webhook> {
  const webhook = isSnowflake(id) ? await ctx.webhooks.findById(id) : null
  if (!webhook) throw new ServiceError('UNKNOWN_WEBHOOK')
  await assertChannelExists(ctx, webhook, call)
  await assertManagesChannel(ctx, actor, { id: webhook.channelId, guildId: webhook.guildId }, call)
  return webhook
}

/** A directory in another process deletes channels without deleting their webhooks. */
export async function assertChannelExists(
  { guilds }: Pick<Context, 'guilds'>,
  { channelId, guildId }: Webhook,
  call: CallContext,
): Promise<void> {
  const channel = await guilds.findChannel(channelId, call)
  if (channel?.guildId !== guildId) throw new ServiceError('UNKNOWN_WEBHOOK')
}
