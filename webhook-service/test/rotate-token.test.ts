import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { freshId } from '../../guild-directory/test/fixtures.ts'
import { changing, makeWebhook, post, type Target } from './executing.ts'
import { asManager, client, type StartedService, startService } from './started-service.ts'

const hour = 3600_000

describe('Webhooks.RotateToken', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const rotate = async (graceMs?: number, { owner = webhook.owner, id = webhook.id } = {}) => {
    const grace = graceMs === undefined ? undefined : toDuration(graceMs)
    const { webhook: rotated } = await service.webhooks.rotateToken({ ...asManager(owner), id, grace })
    return rotated?.token ?? ''
  }
  const reference = (token: string) => ({ id: webhook.id, token, client: client('203.0.113.1') })
  const execute = async (token: string) =>
    (await post(service, { webhook: { id: webhook.id, token }, body: { text: 'Hello' } })).result
  const rejectedCode = async (promise: Promise<unknown>) => (await rejected(promise)).code

  it('voids the previous token at once without a grace period', async () => {
    const token = await rotate()
    expect(token)
      .to.match(/^ghw_[A-Za-z0-9_-]{43}$/)
      .and.not.equal(webhook.token)
    expect(await rejectedCode(execute(webhook.token))).to.equal('UNKNOWN_WEBHOOK')
    expect(await execute(token)).to.equal('rendered')
  })

  it('accepts both tokens during the grace period', async () => {
    const token = await rotate(hour)
    expect([await execute(webhook.token), await execute(token)]).to.deep.equal(['rendered', 'rendered'])
    service.clock.advance(hour)
    expect(await rejectedCode(execute(webhook.token))).to.equal('UNKNOWN_WEBHOOK')
    expect(await execute(token)).to.equal('rendered')
  })

  it('does not return the new token to a holder of the previous one', async () => {
    const token = await rotate(hour)
    const read = await service.webhooks.getByToken({ webhook: reference(webhook.token) })
    expect(read.webhook?.token).to.equal(webhook.token)
    const change = { webhook: reference(webhook.token), ...changing({ name: 'New' }) }
    expect((await service.webhooks.updateByToken(change)).webhook?.token).to.equal(webhook.token)
    const managed = await service.webhooks.get({ ...asManager(webhook.owner), id: webhook.id })
    expect(managed.webhook?.token).to.equal(token)
  })

  it('voids the token before the previous one', async () => {
    const second = await rotate(hour)
    await rotate(hour)
    expect(await rejectedCode(execute(webhook.token))).to.equal('UNKNOWN_WEBHOOK')
    expect(await execute(second)).to.equal('rendered')
    await rotate(0)
    expect(await rejectedCode(execute(second))).to.equal('UNKNOWN_WEBHOOK')
  })

  it('leaves one valid token after concurrent rotations', async () => {
    const drawn = await Promise.all([rotate(), rotate(), rotate()])
    const { webhook: managed } = await service.webhooks.get({ ...asManager(webhook.owner), id: webhook.id })
    const results = await Promise.allSettled(drawn.map(execute))
    const valid = drawn.filter((_, index) => results[index]?.status === 'fulfilled')
    expect(valid).to.deep.equal([managed?.token])
  })

  it('rejects a grace period of more than a day, strangers and unknown webhooks', async () => {
    for (const ms of [-1, 86_400_001]) {
      const error = await rejected(rotate(ms))
      expect(error.fields.map(({ path, code }) => [path, code])).to.deep.equal([
        ['grace', 'NUMBER_OUT_OF_RANGE'],
      ])
    }
    expect(await rejectedCode(rotate(0, { owner: freshId() }))).to.equal('MISSING_ACCESS')
    const member = freshId()
    await service.guilds.putMember({ member: { guildId: webhook.guildId, userId: member, permissions: '0' } })
    expect(await rejectedCode(rotate(0, { owner: member }))).to.equal('MISSING_PERMISSIONS')
    expect(await rejectedCode(rotate(0, { id: freshId() }))).to.equal('UNKNOWN_WEBHOOK')
    expect(await execute(webhook.token)).to.equal('rendered')
  })
})
