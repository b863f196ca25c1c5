import { z } from 'zod'
import { guildId } from '../http/params.ts'
import { route } from '../http/route.ts'
import { WebhookResponse } from '../shapes/webhooks.ts'
import { managing } from './managing.ts'
import { nextPage, pageRequest, webhookPage } from './page.ts'
import { webhooksJson } from './webhook-json.ts'

export const listGuildWebhooks = route({
  method: 'get',
  path: '/guilds/{guild_id}/webhooks',
  access: 'account',
  summary: 'List the webhooks of a guild, oldest first; needs Manage Webhooks in it.',
  rateLimit: { bucket: 'webhook:list', limit: 40, windowSeconds: 10, per: 'guild_id' },
  params: guildId,
  query: webhookPage,
  response: z.array(WebhookResponse),
  errors: [...managing, 'UNKNOWN_GUILD'],
  async handler({ actor, params, query, services, call, linkTo }) {
    const answer = await services.webhooks.listByGuild(
      { actor, guildId: params.guild_id, page: pageRequest(query) },
      call,
    )
    linkTo('next', nextPage(query, answer))
    return webhooksJson(answer.webhooks, services, call)
  },
})
