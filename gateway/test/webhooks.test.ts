import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { session, webhook, webhookToken } from './fixtures.ts'
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
const actor = { accountId: '1', sessionIdHash: 'annsHash', provedAt: session.provedAt }

describe('webhook routes', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://gate.example' })
  const call: TestGateway['call'] = (...request) => gateway().call(...request)
  const lastRequest = () => gateway().stubs.received.at(-1)?.request

  it('creates a webhook for the verified actor and adds its creator', async () => {
    const answer = await call('POST', '/channels/200/webhooks', { json: { name: 'Builds', avatar: null } })
    const url = `https://gate.example/webhooks/300/${webhookToken}`
    expect([answer.status, answer.json]).to.deep.equal([200, { ...shown, user: creator, url }])
    expect(gateway().stubs.received[0]?.request).to.deep.equal({ actor, channelId: '200', name: 'Builds' })
  })

  it('looks up the creators of a list in one call', async () => {
    gateway().stubs.webhooks.listByChannel = () => ({
      webhooks: [webhook, { ...webhook, id: '301', creatorId: '2' }, { ...webhook, id: '302' }],
      hasMore: false,
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
    gateway().stubs.webhooks.listByGuild = () => ({ webhooks: [webhook], hasMore: true })
    const { headers } = await call('GET', '/v1/guilds/100/webhooks?limit=1&after=299')
    expect(headers.get('link')).to.equal(
      '<https://gate.example/v1/guilds/100/webhooks?limit=1&after=300>; rel="next"',
    )
    expect(gateway().stubs.received[0]?.request).to.deep.include({ page: { limit: 1, after: '299' } })
  })

  it('returns an empty list without a lookup of creators', async () => {
    gateway().stubs.webhooks.listByGuild = () => ({ webhooks: [], hasMore: false })
    expect((await call('GET', '/guilds/100/webhooks')).text).to.equal('[]')
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal(['webhooks.listByGuild'])
  })

  it('changes only the given fields', async () => {
    await call('PATCH', '/webhooks/300', { json: { channel_id: 201 } })
    expect(gateway().stubs.received[0]?.request).to.deep.equal({
      actor,
      id: '300',
      name: undefined,
      channelId: '201',
      clearAvatar: false,
    })
    await call('PATCH', '/webhooks/300', { json: { avatar: '' } })
    expect(gateway().stubs.received[2]?.request).to.deep.include({ clearAvatar: true, channelId: undefined })
  })

  it('returns a webhook by its token without the creator', async () => {
    const answer = await call('GET', `/webhooks/300/${webhookToken}`, { token: null })
    expect(answer.json).to.deep.equal(shown)
  })

  it('rejects moving a webhook with its token', async () => {
    const answer = await call('PATCH', `/webhooks/300/${webhookToken}`, {
      json: { channel_id: '1', name: '' },
    })
    expect(answer.status).to.equal(400)
    expect(answer.json.errors).to.deep.include({
      path: 'channel_id',
      code: 'FIELD_NOT_ALLOWED',
      message: 'This field cannot be set here.',
    })
    expect(answer.json.errors).to.have.length(2)
  })

  it('deletes by id and by token', async () => {
    for (const path of ['/webhooks/300', `/webhooks/300/${webhookToken}`]) {
      const answer = await call('DELETE', path)
      expect([answer.status, answer.text]).to.deep.equal([204, ''])
    }
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).to.deep.equal([
      'webhooks.delete',
      'webhooks.deleteByToken',
    ])
  })

  it('rejects an avatar instead of ignoring it', async () => {
    const json = { name: 'Builds', avatar: 'data:image/png;base64,AAAA' }
    const answer = await call('POST', '/channels/200/webhooks', { json })
    expect(answer.json.errors).to.deep.include({
      path: 'avatar',
      code: 'AVATARS_NOT_SUPPORTED',
      message: 'Avatars are not supported yet. Omit this field or send null.',
    })
  })

  it('returns the messages of a channel unchanged', async () => {
    gateway().stubs.webhooks.listMessages = () => ({ messagesJson: ['{"id":"9","odd":1}', '{"id":"8"}'] })
    const answer = await call('GET', '/channels/200/messages?limit=2&before=10')
    expect(answer.text).to.equal('[{"id":"9","odd":1},{"id":"8"}]')
    expect(lastRequest()).to.deep.equal({ actor, channelId: '200', limit: 2, before: '10', after: '' })
  })

  it('rejects before together with after', async () => {
    const answer = await call('GET', '/channels/200/messages?after=1&before=10')
    expect(answer.json.errors).to.deep.include.members([
      { path: 'after', code: 'FIELD_NOT_ALLOWED', message: 'This field cannot be set here.' },
    ])
  })

  it('returns field errors of a service like its own', async () => {
    gateway().stubs.webhooks.create = () => {
      throw new ServiceError('MAX_WEBHOOKS_PER_CHANNEL', { data: { max_webhooks_per_channel: 15 } })
    }
    const answer = await call('POST', '/channels/200/webhooks', { json: { name: 'x' } })
    expect(answer.json).to.deep.equal({
      code: 'MAX_WEBHOOKS_PER_CHANNEL',
      message: 'This channel has reached the maximum number of webhooks.',
      max_webhooks_per_channel: 15,
    })
  })
})
