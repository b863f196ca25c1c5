import { redisNodes } from '@gatehouse/dev/testing/redis/redis-nodes'
import { afterTest } from '@gatehouse/service-kit/testing/running-test'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, type TestAccount, type Webhook } from '../dev-stack.ts'

const maxMemory = 64 * 1024 * 1024

describe('when the Redis of the streams is full, which is not that of the sessions', () => {
  const nodes = redisNodes()
  const settings: Record<string, string> = {}
  let node: Awaited<ReturnType<typeof nodes.start>>
  before(async () => {
    const port = await nodes.freePort()
    const lines = [`port ${port}`, 'save ""', `maxmemory ${maxMemory}`, 'maxmemory-policy noeviction']
    node = await nodes.start(port, lines, { password: '' })
    settings.GATEHOUSE_STREAMS_REDIS_URL = `redis://127.0.0.1:${port}`
  })
  const stack = openDevStack({ settings })
  after(() => nodes.stop())

  let ann: TestAccount
  let channel: GuildChannel
  let webhook: Webhook
  before(async () => {
    ann = await stack.register('ann')
    channel = await stack.createGuildChannel(ann)
    webhook = await stack.createWebhook(channel)
  })

  const fill = async () => {
    afterTest(node, empty)
    await node.redis.config('SET', 'maxmemory', '1')
  }
  const empty = () => node.redis.config('SET', 'maxmemory', String(maxMemory))
  const say = async (content: string) => {
    const { id, token } = webhook
    return (await stack.post(`/webhooks/${id}/${token}`, { body: { content } })).status
  }
  const lengthOf = async (name: string) => {
    const [key] = await node.redis.keys(`*${name}`)
    return key === undefined ? 0 : node.redis.xlen(key)
  }
  const lengths = () =>
    Promise.all(['messages', 'events:auth', 'events:sessions', 'events:webhooks'].map(lengthOf))

  it('has all streams, and the audit log gets the events of other services from it', async () => {
    expect(await say('before')).to.equal(204)
    await until(async () => (await lengths()).every((length) => length > 0))
    await until(async () => {
      const { body } = await stack.get<{ type: string }[]>('/users/@me/audit', { token: ann.token })
      return body.some(({ type }) => type === 'session.created')
    })
  })

  it('posts, signs in and ends sessions as before, and publishes once there is memory again', async () => {
    const before = await lengths()
    await fill()
    const { password } = ann
    const token = await stack.signIn(ann)
    expect((await stack.get('/users/@me', { token })).status).to.equal(200)
    expect((await stack.post('/auth/logout', { token })).status).to.equal(204)
    expect((await stack.get('/users/@me', { token })).status).to.equal(401)
    expect((await stack.register('bob')).token).to.match(/^gh_/)
    const renamed = await stack.patch('/users/@me', {
      token: ann.token,
      body: { global_name: 'Ann', password },
    })
    expect(renamed.status).to.equal(200)
    expect(await say('meanwhile')).to.equal(204)
    expect(await lengths()).to.deep.equal(before)
    await empty()
    await until(async () =>
      (await lengths()).every((length, index) => length > (before[index] ?? 0) || index === 3),
    )
    const [messages = ''] = await node.redis.keys('*messages')
    const [newest] = await node.redis.xrevrange(messages, '+', '-', 'COUNT', 1)
    expect(JSON.stringify(newest)).to.contain('meanwhile')
  })
})
