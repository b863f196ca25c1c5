import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { textResponse } from '../http/http-response.ts'
import { ChatCompatWebhookRequest } from '../schemas/chat-compat.ts'
import { executeRoute } from './execute-route.ts'
import { renderChatError } from './render-chat-error.ts'

export const executeChatCompat = executeRoute({
  name: 'chat-compat',
  format: Format.CHAT_COMPAT,
  summary: 'Post a chat-compatible message.',
  body: ChatCompatWebhookRequest,
  accepted: {
    status: 200,
    description: 'The message was posted. The body is the text "ok".',
    schema: null,
    type: 'text/plain',
  },
  // Senders of this format compare the body with "ok", byte for byte.
  accept: (headers) => textResponse(200, 'ok', headers),
  errors: ['NO_TEXT', 'TOO_MANY_ATTACHMENTS'],
  renderError: renderChatError,
})
