import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { queryInteger } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { channelId } from '../http/params.ts'
import { SnowflakeType } from '../schemas/common.ts'
import { MessagesResponse } from '../schemas/messages.ts'
import { nextRange } from '../webhooks/page.ts'
import { messageResponse } from './message-response.ts'

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
  fieldPaths: { page_size: 'limit', page_token: 'before' },
  responseHeaders: ['Link'],
  inTurn: true,
  async handler({ actor, params, query, services, context, linkTo }) {
    const { limit, before, after } = query
    if (before !== undefined && after !== undefined) throw invalidFields({ after: 'FIELD_NOT_ALLOWED' })
    const page = { pageSize: limit ?? 0, pageToken: before ?? '', after }
    const { messages, nextPageToken } = await services.webhooks.listMessages(
      { actor, channelId: params.channel_id, ...page },
      context,
    )
    linkTo('next', nextRange(query, nextPageToken))
    return messages.map(messageResponse)
  },
})
