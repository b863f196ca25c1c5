import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { emptyResponse } from '../http/http-response.ts'
import { ErrorTrackerWebhook } from '../schemas/error-tracker.ts'
import { executeRoute } from './execute-route.ts'

export const executeErrorTracker = executeRoute({
  name: 'error-tracker',
  format: Format.ERROR_TRACKER,
  summary: 'Post a message for an error tracker event.',
  body: ErrorTrackerWebhook,
  accepted: {
    status: 204,
    description: 'The event was accepted. X-Webhook-Result is the result.',
    schema: null,
  },
  accept: (headers) => emptyResponse(headers),
  errors: ['INVALID_SIGNATURE'],
})
