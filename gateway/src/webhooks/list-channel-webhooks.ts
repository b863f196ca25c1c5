import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { channelId } from '../http/params.ts'
import { WebhookResponse } from '../schemas/webhooks.ts'
import { managerErrors } from './manager-errors.ts'
import { nextPage, pagePaths, pageRequest, webhookPage } from './page.ts'
import { webhooksJson } from './webhook-json.ts'

export const listChannelWebhooks = defineRoute({
  operationId: 'listChannelWebhooks',
  tag: 'webhooks',
  method: 'get',
  path: '/channels/{channel_id}/webhooks',
  access: 'account',
  summary: 'List the webhooks of a channel, oldest first. Requires the Manage Webhooks permission.',
  rateLimit: { bucket: 'webhook:list', per: 'channel_id' },
  params: channelId,
  query: webhookPage,
  response: z.array(WebhookResponse),
  errors: [...managerErrors, 'UNKNOWN_CHANNEL'],
  responseHeaders: ['Link'],
  fieldPaths: pagePaths,
  async handler({ actor, params, query, services, context, linkTo }) {
    const { webhooks, nextPageToken } = await services.webhooks.listByChannel(
      { actor, channelId: params.channel_id, ...pageRequest(query) },
      context,
    )
    linkTo('next', nextPage(query, nextPageToken))
    return webhooksJson(webhooks, services, context)
  },
})
