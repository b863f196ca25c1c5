import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { emptyReply } from '../http/reply.ts'
import { ErrorTrackerWebhook } from '../shapes/error-tracker.ts'
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
  accept: (headers) => emptyReply(headers),
  errors: ['INVALID_SIGNATURE'],
})
