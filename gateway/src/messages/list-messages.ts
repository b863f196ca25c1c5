import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { queryInteger } from '../http/fields.ts'
import { RawJson } from '../http/http-response.ts'
import { channelId } from '../http/params.ts'
import { SnowflakeType } from '../schemas/common.ts'
import { MessagesResponse } from '../schemas/messages.ts'

const messagePage = z.object({
  limit: queryInteger({ min: 1, max: 100 }).optional().describe('Maximum number of messages. Default: 50.'),
  before: SnowflakeType.optional().describe('Return messages with a smaller id.'),
  after: SnowflakeType.optional().describe(
    'Return messages with a larger id. Cannot be combined with before.',
  ),
})

export const listMessages = defineRoute({
  operationId: 'listMessages',
  tag: 'messages',
  method: 'get',
  path: '/channels/{channel_id}/messages',
  access: 'account',
  summary: 'List the messages of a channel, newest first. Requires the View Channel permission.',
  rateLimit: { bucket: 'messages:list', per: 'channel_id' },
  params: channelId,
  query: messagePage,
  response: MessagesResponse,
  errors: ['UNKNOWN_CHANNEL', 'MISSING_ACCESS', 'MISSING_PERMISSIONS'],
  fieldErrors: { after: ['FIELD_NOT_ALLOWED'] },
  async handler({ actor, params, query, services, context }) {
    const { limit = 0, before = '', after = '' } = query
    if (before !== '' && after !== '') throw invalidFields({ after: 'FIELD_NOT_ALLOWED' })
    const { messagesJson } = await services.webhooks.listMessages(
      { actor, channelId: params.channel_id, limit, before, after },
      context,
    )
    return new RawJson(`[${messagesJson.join(',')}]`)
  },
})
