import { expect } from 'chai'
import { Redis } from 'ioredis'
import { logLines } from '../../testing/log-lines.ts'
import { useRedis } from '../../testing/opened-stores.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { commandsOf, connectionCommands, type RedisRights, scriptCommands } from './redis-rights.ts'
import { redisRightsCheck } from './redis-rights-check.ts'

const streams: RedisRights = {
  keys: { 'other:events': ['xreadgroup', 'xgroup|create', 'xack'] },
}
const rights: RedisRights = {
  keys: {
    'a:*': ['get', 'hset', 'lpush'],
    events: ['xadd', 'xinfo|groups'],
  },
  channels: ['news', 'news:*'],
  commands: ['scan', 'publish', 'subscribe', 'wait'],
  optional: ['time'],
  streams,
}

describe('the check of rights in Redis', () => {
  const { store, open } = useRedis()
  let root: Redis
  before(() => {
    root = new Redis(store().redisUrl)
  })
  after(() => root.disconnect())

  /** A user with exactly these rights for the prefix `p:`, changed by more rules. */
  async function userWith(...more: string[]): Promise<string> {
    const name = `${store().redisPrefix.replace(':', '')}-rights`
    const commands = [...connectionCommands, ...scriptCommands, ...commandsOf({ ...rights, optional: [] })]
    const ofStreams = `(~p:other:events ${commandsOf(streams)
      .map((command) => `+${command}`)
      .join(' ')})`
    await root.acl(
      'SETUSER',
      name,
      ...['reset', 'on', '>secret', '~p:a:*', '~p:events', '&p:news', '&p:news:*'],
      ...commands.map((command) => `+${command}`),
      ...(more.includes('-streams') ? [] : [ofStreams]),
      ...more.filter((rule) => rule !== '-streams'),
    )
    return store().redisUrl.replace('//', `//${name}:secret@`)
  }
  async function check(url: string, prefix = 'p:') {
    const { redis } = await open(url)
    const { log, lines } = logLines()
    const isGranted = redisRightsCheck({ redis, prefix, rights, log })
    const denied = () =>
      lines.filter(({ msg }) => msg === 'Redis denies commands').map(({ reason }) => reason)
    return { isGranted, denied, redis }
  }

  it('passes with the rights, and without the optional ones', async () => {
    const { isGranted, denied } = await check(await userWith())
    expect(await isGranted()).to.equal(true)
    expect(denied()).to.deep.equal([])
  })

  const missing: [string, string[], string[]][] = [
    ['a command', ['-hset'], ['hset p:a:x']],
    ['a subcommand', ['-xinfo|groups'], ['xinfo groups p:events']],
    ['a command without keys', ['-wait'], ['wait']],
    ['a channel', ['resetchannels', '&p:news'], ['publish p:news:x', 'subscribe p:news:x']],
    [
      'the streams of others',
      ['-streams'],
      [
        'xreadgroup GROUP g c STREAMS p:other:events >',
        'xgroup create p:other:events',
        'xack p:other:events',
      ],
    ],
  ]
  for (const [what, rules, expected] of missing) {
    it(`fails without ${what}, which it logs once`, async () => {
      const { isGranted, denied } = await check(await userWith(...rules))
      expect([await isGranted(), await isGranted()]).to.deep.equal([false, false])
      expect(denied()).to.deep.equal([expected.join(', ')])
    })
  }

  it('fails with another prefix, and with a user who may run no script', async () => {
    const other = await check(await userWith(), 'q:')
    expect(await other.isGranted()).to.equal(false)
    expect(String(other.denied())).to.contain('get q:a:x').and.contain('publish q:news')
    const none = await check(await userWith('-eval', '-evalsha'))
    expect(await none.isGranted()).to.equal(false)
    expect(none.denied()).to.deep.equal(['eval'])
  })

  it('passes once the rights are granted, and does not ask again', async () => {
    const { isGranted } = await check(await userWith('-hset'))
    expect(await isGranted()).to.equal(false)
    await userWith()
    expect(await isGranted()).to.equal(true)
    await userWith('-hset')
    expect(await isGranted()).to.equal(true)
  })

  it('passes while Redis is away, and enters nothing into ACL LOG', async () => {
    const url = await userWith('-hset')
    const proxy = await tcpProxy(url)
    const { isGranted } = await check(url.replace(/:\d+$/, `:${proxy.port}`))
    proxy.cut()
    expect(await isGranted()).to.equal(true)
    const name = `${store().redisPrefix.replace(':', '')}-rights`
    const log = Array.from((await root.acl('LOG')) as unknown[], (entry) => JSON.stringify(entry))
    const entered = log.filter((text) => text.includes(`"${name}"`) && !text.includes('"evalsha"'))
    expect(entered).to.deep.equal([])
    await proxy.close()
  })
})
