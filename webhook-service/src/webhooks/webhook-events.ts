import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { SettingsStore } from '../settings/settings-store.ts'

const batch = 100
const keptEvents = 10_000

export type WebhookEvents = ReturnType<typeof webhookEvents>

/**
 * Tells consumers what happens to webhooks themselves: entries of the stream `{prefix}events:webhooks` with the fields type,
 * webhook_id, channel_id, guild_id, at and reason (contract.md 9, Events). The webhook remembers what was not told yet, so an
 * event outlives a crash and an away Redis; it may come twice.
 */
export function webhookEvents(options: {
  settings: Pick<SettingsStore, 'listUntold' | 'markTold'>
  redis: RedisClient
  prefix: string
  log: Logger
}) {
  const { settings, redis, log } = options
  const key = `${options.prefix}events:webhooks`

  return {
    /** Tells of every webhook that was switched off; what fails is told at the next call. */
    async tellDisabled(): Promise<void> {
      try {
        for (const webhook of await settings.listUntold(batch)) {
          const { id, channelId, guildId, disabled } = webhook
          const place = ['webhook_id', id, 'channel_id', channelId, 'guild_id', guildId]
          const why = ['at', new Date(disabled.at).toISOString(), 'reason', disabled.reason]
          const fields = ['type', 'webhook.disabled', ...place, ...why]
          await redis.xadd(key, 'MAXLEN', '~', keptEvents, '*', ...fields)
          await settings.markTold(webhook)
          log.info({ webhookId: id, reason: disabled.reason }, 'webhook switched off')
        }
      } catch (error) {
        log.warn({ err: error }, 'consumers are told of webhooks switched off a little later')
      }
    },
  }
}
