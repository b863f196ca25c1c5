import { expect } from 'chai'
import { type RedisCluster, startRedisCluster } from '../testing/redis/redis-cluster.ts'
import { type RedisSentinels, startRedisSentinels } from '../testing/redis/redis-sentinels.ts'
import { startRedisWithTls } from '../testing/redis/redis-tls.ts'
import { rejection } from '../testing/rejection.ts'
import { assertRedisAnswers, withoutPassword } from './given-stores.ts'
import { rootAccess } from './redis/shipped-users.ts'

const rejectionFor = async (url: string, env = {}) =>
  (await rejection(assertRedisAnswers({ GATEHOUSE_REDIS_URL: url, ...env }))).message

describe('assertRedisAnswers', () => {
  let sentinels: RedisSentinels
  let cluster: RedisCluster
  let secured: Awaited<ReturnType<typeof startRedisWithTls>>
  before(async () => {
    ;[sentinels, cluster, secured] = await Promise.all([
      startRedisSentinels(),
      startRedisCluster(),
      startRedisWithTls(),
    ])
  })
  after(() => Promise.all([sentinels?.stop(), cluster?.stop(), secured?.stop()]))

  it('accepts Sentinels, a Cluster, TLS and a single server', async () => {
    const alone = { url: process.env.GATEHOUSE_TEST_REDIS_URL ?? '', env: {} }
    for (const { url, env } of [alone, secured, { ...sentinels, env: {} }, { ...cluster, env: {} }]) {
      await assertRedisAnswers({ GATEHOUSE_REDIS_URL: url, ...env })
    }
  })

  it('rejects a wrong password without printing it', async () => {
    const wrong = [
      cluster.url.replace('of-the-cluster', 'hidden'),
      sentinels.url.replace(`:${rootAccess.password}@`, ':hidden@'),
      sentinels.url.replace('of-the-sentinels', 'hidden'),
    ]
    for (const url of wrong) {
      expect(await rejectionFor(url))
        .to.match(/WRONGPASS|NOAUTH/)
        .and.not.include('hidden')
        .and.not.include('of-the-')
    }
  })

  it('rejects a master name that the Sentinels do not know', async () => {
    const url = sentinels.url.replace('/gatehouse?', '/another?')
    expect(await rejectionFor(url))
      .to.include('/another?')
      .and.include('no Sentinel names this master')
  })

  it('rejects a missing CA or client certificate', async () => {
    const { GATEHOUSE_REDIS_CA: _ca, ...noAuthority } = secured.env
    expect(await rejectionFor(secured.url, noAuthority)).to.match(/self-signed|unable to (get|verify)/)
    const { GATEHOUSE_REDIS_CERT: _cert, GATEHOUSE_REDIS_KEY: _key, ...noCertificate } = secured.env
    expect(await rejectionFor(secured.url, noCertificate)).to.match(/certificate required|ECONNRESET|closed/)
  })

  for (const mode of ['', '+sentinel', '+cluster']) {
    it(`rejects redis${mode}:// if nothing listens there`, async () => {
      const url = `redis${mode}://user:hidden@127.0.0.1:1${mode === '+sentinel' ? '/main' : ''}`
      expect(await rejectionFor(url))
        .to.match(/ECONNREFUSED|is closed/)
        .and.not.include('hidden')
    })
  }

  for (const url of [
    'redis+sentinel://127.0.0.1:1',
    'redis+cluster://127.0.0.1:1/2',
    'redis://a:hidden@x,y',
  ]) {
    it(`explains the format of the URL: ${url}`, async () => {
      expect(await rejectionFor(url))
        .to.include('GATEHOUSE_REDIS_URL must be redis://')
        .and.not.include('hidden')
    })
  }

  it('rejects unreadable certificate files', async () => {
    const env = { GATEHOUSE_REDIS_CA: '/nowhere/ca.pem' }
    expect(await rejectionFor(secured.url, env))
      .to.include('GATEHOUSE_REDIS_CA')
      .and.include('ENOENT')
  })

  it('replaces passwords in URLs', () => {
    expect(
      withoutPassword('rediss+sentinel://u:a@h:1,h:2/m?sentinel_username=s&sentinel_password=b'),
    ).to.equal('rediss+sentinel://u:***@h:1,h:2/m?sentinel_username=s&sentinel_password=***')
  })
})
