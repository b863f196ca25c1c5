import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { textReply } from '../http/reply.ts'
import { ChatCompatWebhookRequest } from '../shapes/chat-compat.ts'
import { renderChatRefusal } from './chat-words.ts'
import { executeRoute } from './execute-route.ts'

export const executeChatCompat = executeRoute({
  path: '/webhooks/{webhook_id}/{token}/chat-compat',
  format: Format.CHAT_COMPAT,
  summary: 'Take a message in the chat-compatible format and post it.',
  limitedBy: 'webhook-service: 60 in 60 s per webhook, 300 in 60 s per channel',
  bodyLimit: 256 * 1024,
  body: ChatCompatWebhookRequest,
  accepted: { status: 200, description: 'Posted: the two letters ok.', schema: null, type: 'text/plain' },
  // Senders of this format compare the body with "ok", byte for byte.
  accept: (headers) => textReply(200, 'ok', headers),
  errors: ['NO_TEXT', 'TOO_MANY_ATTACHMENTS'],
  renderRefusal: renderChatRefusal,
})
