import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { emptyReply } from '../http/reply.ts'
import { ErrorTrackerWebhook } from '../shapes/error-tracker.ts'
import { executeRoute } from './execute-route.ts'

export const executeErrorTracker = executeRoute({
  path: '/webhooks/{webhook_id}/{token}/error-tracker',
  format: Format.ERROR_TRACKER,
  summary: 'Take a notice of an error tracker and post what it becomes.',
  limitedBy: 'webhook-service: 200 in 60 s per webhook, shared with code-host, 300 in 60 s per channel',
  bodyLimit: 1024 * 1024,
  body: ErrorTrackerWebhook,
  accepted: { status: 204, description: 'Taken; X-Webhook-Result tells what became of it.', schema: null },
  accept: (headers) => emptyReply(headers),
  errors: ['INVALID_SIGNATURE'],
})
