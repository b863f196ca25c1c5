import { textResponse } from '../http/http-response.ts'
import { ChatCompatWebhookRequest } from '../schemas/chat-compat.ts'
import { executeRoute } from './execute-route.ts'
import { renderChatError } from './render-chat-error.ts'

export const executeChatCompat = executeRoute({
  operationId: 'sendChatMessage',
  name: 'chat-compat',
  summary: 'Post a chat-compatible message.',
  body: ChatCompatWebhookRequest,
  acceptedResponse: {
    status: 200,
    description: 'The message was posted. The body is the text "ok".',
    schema: null,
    type: 'text/plain',
  },
  // Senders of this format compare the body with "ok", byte for byte.
  respondAccepted: (headers) => textResponse(200, 'ok', headers),
  errors: ['NO_TEXT', 'TOO_MANY_ATTACHMENTS'],
  renderError: renderChatError,
})
