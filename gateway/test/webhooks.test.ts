import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { fetchClient, session, shownMessage, webhook, webhookToken } from './fixtures.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

const shown = {
  avatar: null,
  channel_id: '200',
  guild_id: '100',
  id: '300',
  name: 'Builds',
  token: webhookToken,
}
const creator = {
  id: '1',
  username: 'user1',
  discriminator: '0042',
  global_name: null,
  avatar: null,
  avatar_color: null,
  flags: 0,
}
const actor = {
  accountId: '1',
  sessionIdHash: 'annsHash',
  provedAt: session.provedAt,
  provedWithSecondFactor: false,
}

describe('webhook routes', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://gate.example' })
  const call: TestGateway['call'] = (...request) => gateway().call(...request)
  const lastRequest = () => gateway().stubs.received.at(-1)?.request

  it('creates a webhook for the verified actor and adds its creator', async () => {
    const response = await call('POST', '/channels/200/webhooks', {
      json: { name: 'Builds', avatar: null },
      headers: { 'idempotency-key': '0123456789abcdef' },
    })
    const url = `https://gate.example/webhooks/300/${webhookToken}`
    expect([response.status, response.json]).to.deep.equal([200, { ...shown, user: creator, url }])
    expect(gateway().stubs.received[0]?.request).to.deep.equal({
      actor,
      client: fetchClient,
      channelId: '200',
      name: 'Builds',
      avatar: undefined,
      idempotencyKey: '0123456789abcdef',
    })
  })

  it('looks up the creators of a list in one call', async () => {
    gateway().stubs.webhooks.listByChannel = () => ({
      webhooks: [webhook, { ...webhook, id: '301', creatorId: '2' }, { ...webhook, id: '302' }],
      nextPageToken: '',
    })
    const { json, headers } = await call('GET', '/channels/200/webhooks')
    expect(json.map((one) => (one as { user: { id: string } }).user.id)).to.deep.equal(['1', '2', '1'])
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal([
      'webhooks.listByChannel',
      'auth.getUsers',
    ])
    expect(lastRequest()).to.deep.equal({ ids: ['1', '2'] })
    expect(headers.get('link')).to.equal(null)
  })

  it('links to the next page of a list', async () => {
    gateway().stubs.webhooks.listByGuild = () => ({ webhooks: [webhook], nextPageToken: '300' })
    const { headers } = await call('GET', '/v1/guilds/100/webhooks?limit=1&after=299')
    expect(headers.get('link')).to.equal(
      '<https://gate.example/v1/guilds/100/webhooks?limit=1&after=300>; rel="next"',
    )
    expect(gateway().stubs.received[0]?.request).to.deep.include({ pageSize: 1, pageToken: '299' })
  })

  it('returns an empty list without a lookup of creators', async () => {
    gateway().stubs.webhooks.listByGuild = () => ({ webhooks: [], nextPageToken: '' })
    expect((await call('GET', '/guilds/100/webhooks')).text).to.equal('[]')
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal(['webhooks.listByGuild'])
  })

  it('changes only the given fields', async () => {
    await call('PATCH', '/webhooks/300', { json: { channel_id: 201 } })
    expect(gateway().stubs.received[0]?.request).to.deep.equal({
      actor,
      client: fetchClient,
      id: '300',
      update: { name: undefined, channelId: '201', avatar: undefined },
      updateMask: ['channel_id'],
    })
    await call('PATCH', '/webhooks/300', { json: { avatar: '' } })
    expect(gateway().stubs.received[2]?.request).to.deep.include({ updateMask: ['avatar'] })
    await call('PATCH', `/webhooks/300/${webhookToken}`, { json: { name: 'New' } })
    expect(lastRequest()).to.deep.include({
      update: { name: 'New', channelId: undefined, avatar: undefined },
      updateMask: ['name'],
    })
  })

  it('returns a webhook by its token without the creator', async () => {
    const response = await call('GET', `/webhooks/300/${webhookToken}`, { token: null })
    expect(response.json).to.deep.equal(shown)
  })

  it('rejects moving a webhook with its token', async () => {
    const response = await call('PATCH', `/webhooks/300/${webhookToken}`, {
      json: { channel_id: '1', name: '' },
    })
    expect(response.status).to.equal(400)
    expect(response.json.errors).to.deep.include({
      path: 'channel_id',
      code: 'FIELD_NOT_ALLOWED',
      message: 'This field cannot be set here.',
    })
    expect(response.json.errors).to.have.length(2)
  })

  it('rotates a token, without a grace period by default', async () => {
    const response = await call('POST', '/webhooks/300/rotate-token', { json: { grace_seconds: 60 } })
    expect([response.status, response.json]).to.deep.equal([200, { ...shown, user: creator }])
    expect(gateway().stubs.received[0]?.request).to.deep.equal({
      actor,
      client: fetchClient,
      id: '300',
      grace: { seconds: 60, nanos: 0 },
    })
    await call('POST', '/webhooks/300/rotate-token')
    expect(gateway().stubs.received[2]?.request).to.deep.include({ grace: { seconds: 0, nanos: 0 } })
  })

  it('deletes by id and by token', async () => {
    for (const path of ['/webhooks/300', `/webhooks/300/${webhookToken}`]) {
      const response = await call('DELETE', path)
      expect([response.status, response.text]).to.deep.equal([204, ''])
    }
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal([
      'webhooks.delete',
      'webhooks.deleteByToken',
    ])
  })

  it('passes an avatar on, and rejects what is no image as a data URI', async () => {
    const avatar = 'data:image/png;base64,AAAA'
    await call('POST', '/channels/200/webhooks', { json: { name: 'Builds', avatar } })
    expect(gateway().stubs.received[0]?.request).to.deep.include({ avatar })
    await call('PATCH', '/webhooks/300', { json: { avatar } })
    expect(gateway().stubs.received[2]?.request).to.deep.include({
      update: { name: undefined, channelId: undefined, avatar },
      updateMask: ['avatar'],
    })
    for (const bad of ['AAAA', 'data:text/html;base64,AAAA', 7]) {
      const response = await call('PATCH', `/webhooks/300/${webhookToken}`, { json: { avatar: bad } })
      expect(response.text).to.include('"path":"avatar","code":"INVALID_BASE64_FORMAT"')
    }
  })

  it('returns the messages of a channel', async () => {
    const response = await call('GET', '/channels/200/messages?limit=2&before=10')
    expect(response.json).to.deep.equal([shownMessage])
    // A session that may come from the cache has no proof.
    const reader = { ...actor, provedAt: undefined }
    const request = { actor: reader, channelId: '200', pageSize: 2, pageToken: '10', after: undefined }
    expect(lastRequest()).to.deep.equal(request)
    await call('GET', '/channels/200/messages?after=8')
    expect(lastRequest()).to.deep.equal({ ...request, pageSize: 0, pageToken: '', after: '8' })
  })

  it('links to the next page of messages and deliveries', async () => {
    const { stubs } = gateway()
    const { listMessages } = stubs.webhooks
    const { listDeliveries } = stubs.deliveries
    stubs.webhooks.listMessages = async (request, c) => ({
      ...(await listMessages(request, c)),
      nextPageToken: '77',
    })
    stubs.deliveries.listDeliveries = async (request, c) => ({
      ...(await listDeliveries(request, c)),
      nextPageToken: '77',
    })
    for (const [query, next] of [
      ['', 'before=77'],
      ['?limit=2&before=90', 'limit=2&before=77'],
      ['?after=8', 'after=77'],
    ] as const) {
      for (const path of ['/channels/200/messages', '/webhooks/300/deliveries']) {
        const { headers } = await call('GET', `${path}${query}`)
        expect(headers.get('link')).to.match(/^<.*>; rel="next"$/)
        expect(headers.get('link')).to.contain(`${path}?${next}>`)
      }
    }
    const filtered = await call('GET', '/webhooks/300/deliveries?event=push&since=2030-01-01T00:00:00Z')
    expect(filtered.headers.get('link')).to.contain(
      '?event=push&since=2030-01-01T00%3A00%3A00.000Z&before=77>',
    )
    stubs.webhooks.listMessages = listMessages
    expect((await call('GET', '/channels/200/messages')).headers.has('link')).to.equal(false)
  })

  it('runs the lists of an account one after the other, of which ten wait', async () => {
    const { stubs } = gateway()
    const { listMessages } = stubs.webhooks
    const release = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    stubs.webhooks.listMessages = async (request, c) => {
      running += 1
      most = Math.max(most, running)
      await release.promise
      running -= 1
      return listMessages(request, c)
    }
    const lists = Array.from({ length: 13 }, () => call('GET', '/channels/200/messages'))
    const first = await Promise.race(lists)
    expect([first.status, first.json.code, first.headers.get('retry-after')]).to.deep.equal([
      429,
      'RATE_LIMITED',
      '1',
    ])
    stubs.signedIn.set('gh_other', { ...session, accountId: '4711', idHash: 'other' })
    const other = call('GET', '/channels/200/messages', { token: 'gh_other' })
    await until(() => running === 2)
    release.resolve()
    expect((await other).status).to.equal(200)
    const statuses = (await Promise.all(lists)).map(({ status }) => status)
    expect(statuses.toSorted()).to.deep.equal([...Array(11).fill(200), 429, 429])
    expect(most).to.equal(2)
  })

  it('rejects before together with after', async () => {
    const response = await call('GET', '/channels/200/messages?after=1&before=10')
    expect(response.json.errors).to.deep.include.members([
      { path: 'after', code: 'FIELD_NOT_ALLOWED', message: 'This field cannot be set here.' },
    ])
  })

  it('returns field errors of a service under the names of the body', async () => {
    const rejectedFields = async (method: string, path: string, json: object) => {
      const { status, json: response } = await call(method, path, { json })
      return [status, (response.errors as { path: string }[]).map((problem) => problem.path)]
    }
    const rejectWith = (path: string) => () => {
      throw invalidFields({ [path]: 'INVALID_FORMAT' })
    }
    gateway().stubs.webhooks.update = rejectWith('update.name')
    gateway().stubs.webhooks.updateByToken = rejectWith('update.name')
    expect(await rejectedFields('PATCH', '/webhooks/300', { name: 'x' })).to.deep.equal([400, ['name']])
    expect(await rejectedFields('PATCH', `/webhooks/300/${webhookToken}`, { name: 'x' })).to.deep.equal([
      400,
      ['name'],
    ])
    for (const [path, name] of [
      ['update.event_filter.rules[3].events[0]', 'event_filter.rules.3.events.0'],
      ['update.signature_tolerance', 'signature_tolerance_seconds'],
      ['signing_secret_grace', 'signing_secret_grace_seconds'],
      ['update.signing_secret', 'signing_secret'],
    ] as const) {
      gateway().stubs.webhooks.updateSettings = rejectWith(path)
      expect(await rejectedFields('PATCH', '/webhooks/300/settings', {})).to.deep.equal([400, [name]])
    }
  })

  it('returns errors of a service like its own', async () => {
    gateway().stubs.webhooks.create = () => {
      throw new ServiceError('MAX_WEBHOOKS_PER_CHANNEL', { data: { max_webhooks_per_channel: 15 } })
    }
    const response = await call('POST', '/channels/200/webhooks', { json: { name: 'x' } })
    expect(response.json).to.deep.equal({
      code: 'MAX_WEBHOOKS_PER_CHANNEL',
      message: 'This channel has reached the maximum number of webhooks.',
      max_webhooks_per_channel: 15,
    })
  })
})
