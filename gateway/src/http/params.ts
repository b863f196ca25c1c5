import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { SnowflakeType } from '../schemas/common.ts'

const webhookIdType = SnowflakeType.meta({ description: 'The id of the webhook.' })

export const channelId = z.object({
  channel_id: SnowflakeType.meta({ description: 'The id of the channel.' }),
})
export const guildId = z.object({ guild_id: SnowflakeType.meta({ description: 'The id of the guild.' }) })
export const webhookId = z.object({ webhook_id: webhookIdType })
export const webhookAndDeliveryId = z.object({
  webhook_id: webhookIdType,
  delivery_id: SnowflakeType.meta({ description: 'The id of the delivery.' }),
})
export const webhookIdAndToken = z.object({
  webhook_id: webhookIdType,
  token: secretText({ min: 1, max: 4096 }).meta({
    description: 'The token of the webhook.',
    examples: ['ghw_8Kq2vXy7mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuV'],
  }),
})

/** session-service checks the code: a malformed one has an error code of its own. */
export const handoffCode = z.object({
  code: z.string().meta({
    description: 'The handoff code. Letter case, dashes and spaces are ignored.',
    examples: ['K7PW-3XNB'],
  }),
})
