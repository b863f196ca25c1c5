import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { makeGuild } from '../../guild-directory/test/fixtures.ts'
import { asManager, type StartedService, startService } from './started-service.ts'

describe('the rate limit of Webhooks.Create', () => {
  let service: StartedService
  let guild: Awaited<ReturnType<typeof makeGuild>>
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    guild = await makeGuild(service)
  })

  const create = (accountId: string) =>
    service.webhooks.create({ ...asManager(accountId), channelId: guild.channelId, name: 'Builds' })

  it('allows ten creations a minute in a channel, counted over all its managers', async () => {
    const first = await create(guild.owner)
    expect(first.rateLimit).to.include({ bucket: 'webhook:create', limit: 10, remaining: 9 })
    for (let i = 0; i < 9; i++) await create(i % 2 === 0 ? guild.manager : guild.owner)
    for (const accountId of [guild.owner, guild.manager]) {
      const error = await rejected(create(accountId))
      expect(error.code).to.equal('RATE_LIMITED')
      expect(error.rateLimit).to.include({ bucket: 'webhook:create', remaining: 0, retryAfter: 6 })
    }
    service.clock.advance(6000)
    expect((await create(guild.manager)).rateLimit?.remaining).to.equal(0)
  })

  it('is not consumed by callers without the permission', async () => {
    for (let i = 0; i < 12; i++)
      expect((await rejected(create(guild.reader))).code).to.equal('MISSING_PERMISSIONS')
    expect((await create(guild.owner)).rateLimit?.remaining).to.equal(9)
  })
})
