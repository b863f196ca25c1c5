import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { guildId } from '../http/params.ts'
import { WebhookResponse } from '../schemas/webhooks.ts'
import { managerErrors } from './manager-errors.ts'
import { nextPage, pagePaths, pageRequest, webhookPage } from './page.ts'
import { webhooksJson } from './webhook-json.ts'

export const listGuildWebhooks = defineRoute({
  operationId: 'listGuildWebhooks',
  tag: 'webhooks',
  method: 'get',
  path: '/guilds/{guild_id}/webhooks',
  access: 'account',
  summary:
    'List the webhooks of a guild, oldest first, in the channels where you have the Manage Webhooks permission. Requires it in the guild too. A page can be short or empty before the last one.',
  rateLimit: { bucket: 'webhook:list', per: 'guild_id' },
  params: guildId,
  query: webhookPage,
  response: z.array(WebhookResponse),
  errors: [...managerErrors, 'UNKNOWN_GUILD'],
  responseHeaders: ['Link'],
  fieldPaths: pagePaths,
  async handler({ actor, params, query, services, context, linkTo }) {
    const { webhooks, nextPageToken } = await services.webhooks.listByGuild(
      { actor, guildId: params.guild_id, ...pageRequest(query) },
      context,
    )
    linkTo('next', nextPage(query, nextPageToken))
    return webhooksJson(webhooks, services, context)
  },
})
