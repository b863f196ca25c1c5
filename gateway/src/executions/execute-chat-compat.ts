import { textResponse } from '../http/http-response.ts'
import { ChatCompatBody } from '../schemas/chat-compat-message.ts'
import { type ExecuteDefinition, executionRoute } from './execute-route.ts'
import { chatErrorText } from './render-text-error.ts'

const definition: ExecuteDefinition = {
  operationId: 'sendChatMessage',
  name: 'chat-compat',
  summary: 'Post a chat-compatible message.',
  body: ChatCompatBody,
  acceptedResponse: {
    status: 200,
    description: 'The message was posted. The body is the text "ok".',
    schema: null,
    text: 'ok',
  },
  // Senders of this format compare the body with "ok", byte for byte.
  respondAccepted: (headers) => textResponse(200, 'ok', headers),
  errors: ['NO_TEXT', 'TOO_MANY_ATTACHMENTS'],
  errorText: chatErrorText,
}

export const executeChatCompat = executionRoute(definition)

/** The path of this format at Discord, so that a sender configured for it needs only another host, id and token. */
export const executeSlack = executionRoute({
  ...definition,
  operationId: 'sendSlackMessage',
  pathSegment: 'slack',
  summary: 'The same as chat-compat, under the path that Discord has.',
})
