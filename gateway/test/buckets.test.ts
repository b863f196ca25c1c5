import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'

/** reference-api.md 1 and 7, with contract.md 7 row 24 and 8 row 1; the routes of webhooks as that page has them in 1.2. */
const buckets: Record<string, string> = {
  'POST /auth/register': 'auth:register 10/10',
  'POST /auth/login': 'auth:login 10/10',
  'POST /auth/username-suggestions': 'auth:username_suggestions 10/10',
  'GET /auth/sessions': 'auth:sessions 40/10',
  'POST /auth/sessions/logout': 'auth:sessions:logout 20/10',
  'POST /auth/logout': 'auth:logout 20/10',
  'POST /auth/handoff/initiate': 'auth:handoff:initiate 10/60',
  'GET /auth/handoff/{code}/status': 'auth:handoff:status 60/60',
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
}

describe('the buckets of the routes', () => {
  const byRoute = new Map(apiRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]))

  for (const [name, bucket] of Object.entries(buckets)) {
    it(`hold ${name} to ${bucket}`, () => {
      const limit = byRoute.get(name)?.rateLimit
      const per = limit?.per ? ` per ${limit.per}` : ''
      expect(`${limit?.bucket} ${limit?.limit}/${limit?.windowSeconds}${per}`).to.equal(bucket)
    })
  }

  it('hold every route, here or in the service behind it', () => {
    const free = apiRoutes.filter(({ rateLimit, limitedBy }) => !rateLimit && !limitedBy)
    expect(free.map(({ path }) => path)).to.deep.equal([])
  })

  it('mean one limit each, so that a setting of one means all its routes', () => {
    const byBucket = Map.groupBy(
      apiRoutes.flatMap(({ rateLimit }) => rateLimit ?? []),
      ({ bucket }) => bucket,
    )
    for (const [bucket, limits] of byBucket) {
      const paces = new Set(limits.map(({ limit, windowSeconds }) => `${limit}/${windowSeconds}`))
      expect([bucket, paces.size]).to.deep.equal([bucket, 1])
    }
  })
})
