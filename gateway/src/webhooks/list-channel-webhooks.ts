import { z } from 'zod'
import { channelId } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookResponse } from '../shapes/webhooks.ts'
import { managing } from './managing.ts'
import { nextPage, pageRequest, webhookPage } from './page.ts'
import { webhooksJson } from './webhook-json.ts'

export const listChannelWebhooks = route({
  method: 'get',
  path: '/channels/{channel_id}/webhooks',
  access: 'account',
  summary: 'List the webhooks of a channel, oldest first; needs Manage Webhooks there.',
  rateLimit: { bucket: 'webhook:list', limit: 40, windowSeconds: 10, per: 'channel_id' },
  params: channelId,
  query: webhookPage,
  response: z.array(WebhookResponse),
  errors: [...managing, 'UNKNOWN_CHANNEL'],
  async handler({ actor, params, query, services, call, linkTo }) {
    const answer = await services.webhooks.listByChannel(
      { actor, channelId: params.channel_id, page: pageRequest(query) },
      call,
    )
    linkTo('next', nextPage(query, answer))
    return webhooksJson(answer.webhooks, services, call)
  },
})
