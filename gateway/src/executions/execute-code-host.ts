import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { emptyResponse } from '../http/http-response.ts'
import { CodeHostWebhook } from '../schemas/code-host.ts'
import { executeRoute } from './execute-route.ts'

export const executeCodeHost = executeRoute({
  name: 'code-host',
  format: Format.CODE_HOST,
  summary: 'Post a message for a code host event.',
  body: CodeHostWebhook,
  accepted: {
    status: 204,
    description: 'The event was accepted. X-Webhook-Result is the result.',
    schema: null,
  },
  accept: (headers) => emptyResponse(headers),
  errors: ['INVALID_SIGNATURE'],
})
