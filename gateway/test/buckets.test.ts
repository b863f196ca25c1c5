import { rateLimits } from '@gatehouse/gateway/limits'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'

/** The promised limits: a change of one is a change of the API. */
const buckets: Record<string, string> = {
  'POST /auth/register': 'auth:register 50/10',
  'POST /auth/forgot': 'auth:forgot 60/60',
  'POST /auth/reset': 'auth:reset 10/60',
  'POST /auth/reset/info': 'auth:reset:info 60/60',
  'POST /auth/email-revert': 'auth:email_revert 10/60',
  'POST /auth/verify': 'auth:verify 60/60',
  'POST /auth/verify/resend': 'auth:verify:resend 10/60',
  'POST /auth/login': 'auth:login 60/10',
  'POST /auth/username-suggestions': 'auth:username_suggestions 10/10',
  'GET /auth/sessions': 'auth:sessions 40/10',
  'POST /auth/sessions/logout': 'auth:sessions:logout 20/10',
  'POST /auth/logout': 'auth:logout 20/10',
  'POST /auth/handoff/initiate': 'auth:handoff:initiate 10/60',
  'GET /auth/handoff/{code}/status': 'auth:handoff:status 600/60',
  'POST /auth/handoff/complete': 'auth:handoff:complete 10/60',
  'DELETE /auth/handoff/{code}': 'auth:handoff:cancel 10/60',
  'POST /channels/{channel_id}/webhooks': 'webhook:create 10/60 per channel_id',
  'GET /channels/{channel_id}/webhooks': 'webhook:list 40/10 per channel_id',
  'GET /guilds/{guild_id}/webhooks': 'webhook:list 40/10 per guild_id',
  'GET /webhooks/{webhook_id}': 'webhook:read 100/10 per webhook_id',
  'PATCH /webhooks/{webhook_id}': 'webhook:update 20/10 per webhook_id',
  'DELETE /webhooks/{webhook_id}': 'webhook:delete 20/10 per webhook_id',
  'GET /webhooks/{webhook_id}/{token}': 'webhook:read 100/10 per webhook_id',
  'PATCH /webhooks/{webhook_id}/{token}': 'webhook:update 20/10 per webhook_id',
  'DELETE /webhooks/{webhook_id}/{token}': 'webhook:delete 20/10 per webhook_id',
  'GET /users/@me': 'users:me 40/10',
  'PATCH /users/@me': 'users:me:update 20/60',
  'POST /users/@me/email-change/start': 'users:me:email_change 10/60',
  'POST /users/@me/email-change/resend-original': 'users:me:email_change 10/60',
  'POST /users/@me/email-change/verify-original': 'users:me:email_change:verify 20/60',
  'POST /users/@me/email-change/request-new': 'users:me:email_change 10/60',
  'POST /users/@me/email-change/resend-new': 'users:me:email_change 10/60',
  'POST /users/@me/email-change/verify-new': 'users:me:email_change:verify 20/60',
}

describe('the route table', () => {
  const byRoute = new Map(apiRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]))

  for (const [name, expected] of Object.entries(buckets)) {
    it(`limits ${name} to ${expected}`, () => {
      const rateLimit = byRoute.get(name)?.rateLimit
      const { bucket, per } = rateLimit ?? expect.fail('the route has no limit')
      const { limit, windowSeconds } = rateLimits[bucket]
      expect(`${bucket} ${limit}/${windowSeconds}${per ? ` per ${per}` : ''}`).to.equal(expected)
    })
  }

  it('limits every route, in the gateway or in a service', () => {
    const unlimited = apiRoutes.filter(({ rateLimit, limitedBy }) => !rateLimit && !limitedBy)
    expect(unlimited.map(({ path }) => path)).to.deep.equal([])
  })
})
