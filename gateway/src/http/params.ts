import { z } from 'zod'
import { SnowflakeType } from '../shapes/common.ts'
import { secretText } from './fields.ts'

/** The path parameters of the interface. */
export const channelId = z.object({ channel_id: SnowflakeType })
export const guildId = z.object({ guild_id: SnowflakeType })
export const webhookId = z.object({ webhook_id: SnowflakeType })
export const webhookIdAndToken = z.object({
  webhook_id: SnowflakeType,
  token: secretText({ min: 1, max: 4096 }).meta({ description: 'The token of the webhook.' }),
})
