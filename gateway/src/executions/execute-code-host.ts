import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { emptyReply } from '../http/reply.ts'
import { CodeHostWebhook } from '../shapes/code-host.ts'
import { executeRoute } from './execute-route.ts'

export const executeCodeHost = executeRoute({
  path: '/webhooks/{webhook_id}/{token}/code-host',
  format: Format.CODE_HOST,
  summary: 'Take an event of a code host and post what it becomes.',
  limitedBy: 'webhook-service: 200 in 60 s per webhook, 300 in 60 s per channel',
  bodyLimit: 25 * 1024 * 1024,
  body: CodeHostWebhook,
  accepted: { status: 204, description: 'Taken; X-Webhook-Result tells what became of it.', schema: null },
  accept: (headers) => emptyReply(headers),
  errors: ['INVALID_SIGNATURE'],
})
