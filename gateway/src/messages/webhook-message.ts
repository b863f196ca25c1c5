import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { noThread } from '../http/no-thread.ts'
import { webhookIdAndToken } from '../http/params.ts'
import { requireField } from '../http/require-field.ts'
import { bodyLimits } from '../limits.ts'
import { SnowflakeType } from '../schemas/common.ts'
import { MessageResponse } from '../schemas/messages.ts'
import { NativeMessageEditRequest } from '../schemas/native-message.ts'
import { assertToken, tokenReference } from '../webhooks/token-reference.ts'
import { messageResponse } from './message-response.ts'

const path = '/webhooks/{webhook_id}/{token}/messages/{message_id}'
const params = z.object({
  ...webhookIdAndToken.shape,
  message_id: SnowflakeType.meta({ description: 'The id of the message.' }),
})
const query = z.object(noThread)
const readLimit = { bucket: 'webhook:message:read', per: 'webhook_id' } as const
const writeLimit = { bucket: 'webhook:message:write', per: 'webhook_id' } as const

export const getMessage = defineRoute({
  operationId: 'getMessage',
  tag: 'messages',
  method: 'get',
  path,
  access: 'anyone',
  summary: 'Get a message that the webhook posted in its channel.',
  rateLimit: readLimit,
  params,
  query,
  response: MessageResponse,
  errors: ['UNKNOWN_WEBHOOK', 'UNKNOWN_MESSAGE'],
  async handler({ params, services, context }) {
    const request = { webhook: tokenReference(params, context), messageId: params.message_id }
    const { message } = await services.webhooks.getMessage(request, context)
    return messageResponse(requireField(message))
  },
})

export const editMessage = defineRoute({
  operationId: 'editMessage',
  tag: 'messages',
  method: 'patch',
  path,
  access: 'anyone',
  summary: 'Edit a message that the webhook posted in its channel.',
  rateLimit: writeLimit,
  params,
  query,
  body: NativeMessageEditRequest,
  bodyLimit: bodyLimits.message,
  allowLargeBody: assertToken,
  response: MessageResponse,
  errors: [
    'UNKNOWN_WEBHOOK',
    'UNKNOWN_MESSAGE',
    'CHANNEL_ARCHIVED',
    'FORMAT_NOT_ALLOWED',
    'CANNOT_SEND_EMPTY_MESSAGE',
  ],
  async handler({ params, body, services, context }) {
    const { message } = await services.webhooks.editMessage(
      {
        webhook: tokenReference(params, context),
        messageId: params.message_id,
        editJson: JSON.stringify(body),
      },
      context,
    )
    return messageResponse(requireField(message))
  },
})

export const deleteMessage = defineRoute({
  operationId: 'deleteMessage',
  tag: 'messages',
  method: 'delete',
  path,
  access: 'anyone',
  summary: 'Delete a message that the webhook posted in its channel.',
  rateLimit: writeLimit,
  params,
  query,
  response: null,
  errors: ['UNKNOWN_WEBHOOK', 'UNKNOWN_MESSAGE', 'CHANNEL_ARCHIVED'],
  async handler({ params, services, context }) {
    const request = { webhook: tokenReference(params, context), messageId: params.message_id }
    await services.webhooks.deleteMessage(request, context)
  },
})
