import { emptyResponse } from '../http/http-response.ts'
import { CodeHostWebhook } from '../schemas/code-host.ts'
import { executeRoute } from './execute-route.ts'

export const executeCodeHost = executeRoute({
  operationId: 'sendCodeHostEvent',
  name: 'code-host',
  summary: 'Post a message for a code host event.',
  body: CodeHostWebhook,
  acceptedResponse: {
    status: 204,
    description: 'The event was accepted. X-Webhook-Result is the result.',
    schema: null,
  },
  respondAccepted: (headers) => emptyResponse(headers),
  errors: ['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_JSON', 'INVALID_SIGNATURE'],
})
