import type { UpdateByTokenRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { freshId, makeGuild } from '../../guild-directory/test/fixtures.ts'
import { changing } from './executing.ts'
import { asManager, client, type StartedService, startService } from './started-service.ts'

describe('Webhooks with a token', () => {
  let service: StartedService
  let webhook: { id: string; token: string }
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    const { channelId, owner } = await makeGuild(service)
    const made = await service.webhooks.create({ ...asManager(owner), channelId, name: 'Builds' })
    webhook = { id: made.webhook?.id ?? '', token: made.webhook?.token ?? '' }
  })

  const wrong = `ghw_${'A'.repeat(43)}`
  const reference = (fields: { id?: string; token?: string; address?: string } = {}) => ({
    id: fields.id ?? webhook.id,
    token: fields.token ?? webhook.token,
    client: client(fields.address ?? '203.0.113.1'),
  })
  const get = async (fields: Parameters<typeof reference>[0] = {}) =>
    (await service.webhooks.getByToken({ webhook: reference(fields) })).webhook
  const fails = async (times: number, fields: Parameters<typeof reference>[0]): Promise<ServiceError[]> => {
    const errors: ServiceError[] = []
    for (let time = 0; time < times; time++) errors.push(await rejected(get(fields)))
    return errors
  }
  const codes = (errors: ServiceError[]) => errors.map(({ code }) => code)

  it('returns, renames and deletes the webhook', async () => {
    expect(await get()).to.include({ id: webhook.id, token: webhook.token, name: 'Builds' })
    const change = { webhook: reference(), ...changing({ name: ' Deploys ', avatar: null }) }
    expect((await service.webhooks.updateByToken(change)).webhook).to.include({ name: 'Deploys' })
    await service.webhooks.deleteByToken({ webhook: reference() })
    expect(codes(await fails(1, {}))).to.deep.equal(['UNKNOWN_WEBHOOK'])
  })

  it('rejects an invalid name', async () => {
    const change = { webhook: reference(), ...changing({ name: '\u200b' }) }
    const error = await rejected(service.webhooks.updateByToken(change))
    expect(error.fields.map(({ path }) => path)).to.deep.equal(['update.name'])
  })

  it('rejects a move, a new avatar and an invalid client', async () => {
    const paths = async (change: Partial<UpdateByTokenRequest>) => {
      const request = { webhook: reference(), update: {}, updateMask: [], ...change }
      return (await rejected(service.webhooks.updateByToken(request))).fields.map(({ path }) => path)
    }
    expect(await paths(changing({ channelId: freshId() }))).to.deep.equal(['update_mask.paths[0]'])
    expect(await paths({ update: { avatar: 'x' }, updateMask: ['avatar'] })).to.deep.equal(['update.avatar'])
    expect(await paths({ webhook: undefined })).to.deep.equal(['webhook.client'])
    expect(await paths({ webhook: reference({ address: 'x' }) })).to.deep.equal(['webhook.client.address'])
  })

  it('rejects a wrong token exactly like an unknown webhook', async () => {
    const [unknown] = await fails(1, { id: freshId() })
    for (const token of [
      wrong,
      '',
      webhook.token.toLowerCase(),
      `${webhook.token} `,
      webhook.token.slice(4),
    ]) {
      const [error] = await fails(1, { token })
      expect({ ...error, stack: '', cause: '' }).to.deep.equal({ ...unknown, stack: '', cause: '' })
    }
    expect(unknown?.code).to.equal('UNKNOWN_WEBHOOK')
  })

  it('rejects an update and a deletion with a wrong token', async () => {
    const held = reference({ token: wrong })
    const change = { webhook: held, ...changing({ name: 'Mine' }) }
    expect((await rejected(service.webhooks.updateByToken(change))).code).to.equal('UNKNOWN_WEBHOOK')
    expect((await rejected(service.webhooks.deleteByToken({ webhook: held }))).code).to.equal(
      'UNKNOWN_WEBHOOK',
    )
    expect(await get()).to.include({ name: 'Builds' })
  })

  it('rejects the token of another webhook', async () => {
    const { channelId, owner } = await makeGuild(service)
    const other = await service.webhooks.create({ ...asManager(owner), channelId, name: 'Other' })
    const token = other.webhook?.token ?? ''
    expect(codes(await fails(1, { token }))).to.deep.equal(['UNKNOWN_WEBHOOK'])
  })

  describe('after ten wrong tokens from one address', () => {
    it('rejects further wrong tokens with 429, but never a correct one', async () => {
      expect(new Set(codes(await fails(10, { token: wrong })))).to.deep.equal(new Set(['UNKNOWN_WEBHOOK']))
      const [limited] = await fails(1, { token: wrong })
      expect(limited?.code).to.equal('RATE_LIMITED')
      expect(limited?.data.global).to.equal(false)
      expect(limited?.data.retry_after).to.be.greaterThan(0).and.at.most(60)
      expect(limited?.rateLimit).to.include({ limit: 10, remaining: 0 })
      expect(await get()).to.include({ id: webhook.id })
    })

    it('counts each address and each webhook separately, an IPv6 /64 as one', async () => {
      await fails(10, { token: wrong, address: '2001:db8:1:2::1' })
      expect(codes(await fails(1, { token: wrong, address: '2001:db8:1:2:ffff::9' }))).to.deep.equal([
        'RATE_LIMITED',
      ])
      expect(codes(await fails(1, { token: wrong, address: '2001:db8:1:3::1' }))).to.deep.equal([
        'UNKNOWN_WEBHOOK',
      ])
      const elsewhere = { id: freshId(), token: wrong, address: '2001:db8:1:2::1' }
      expect(codes(await fails(1, elsewhere))).to.deep.equal(['UNKNOWN_WEBHOOK'])
    })

    it('counts unknown webhooks alike, so that 429 does not reveal which exist', async () => {
      const unknown = { id: freshId(), token: wrong }
      await fails(10, unknown)
      expect(codes(await fails(1, unknown))).to.deep.equal(['RATE_LIMITED'])
    })

    it('accepts attempts again after some time', async () => {
      await fails(11, { token: wrong })
      service.clock.advance(60_000)
      expect(codes(await fails(1, { token: wrong }))).to.deep.equal(['UNKNOWN_WEBHOOK'])
    })
  })
})
