import { emptyResponse } from '../http/http-response.ts'
import { ErrorTrackerWebhook } from '../schemas/error-tracker.ts'
import { executionRoute } from './execute-route.ts'

export const executeErrorTracker = executionRoute({
  operationId: 'sendErrorTrackerEvent',
  name: 'error-tracker',
  summary: 'Post a message for an error tracker event.',
  body: ErrorTrackerWebhook,
  exampleEvent: 'issue',
  acceptedResponse: {
    status: 204,
    description: 'The event was accepted. X-Webhook-Result is the result.',
    schema: null,
  },
  respondAccepted: (headers) => emptyResponse(headers),
  errors: ['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_JSON', 'INVALID_SIGNATURE'],
  fieldErrors: { root: ['INVALID_FORMAT'], payload: ['REQUIRED'] },
})
