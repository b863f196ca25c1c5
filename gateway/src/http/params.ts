import { z } from 'zod'
import { SnowflakeType } from '../schemas/common.ts'
import { secretText } from './fields.ts'

export const channelId = z.object({ channel_id: SnowflakeType })
export const guildId = z.object({ guild_id: SnowflakeType })
export const webhookId = z.object({ webhook_id: SnowflakeType })
export const webhookIdAndToken = z.object({
  webhook_id: SnowflakeType,
  token: secretText({ min: 1, max: 4096 }).meta({ description: 'The token of the webhook.' }),
})

/** session-service checks the code: a malformed one has an error code of its own. */
export const handoffCode = z.object({
  code: z.string().meta({
    description: 'The handoff code. Letter case, dashes and spaces are ignored.',
    examples: ['K7PW-3XNB'],
  }),
})
