import { expect } from 'chai'
import { Redis } from 'ioredis'
import { logLines } from '../../testing/log-lines.ts'
import { useRedis } from '../../testing/opened-stores.ts'
import { outboxStream, streamRights } from './outbox-stream.ts'

const mebibyte = 1024 * 1024

describe('a stream that an outbox writes to', () => {
  const { store, open } = useRedis()
  const key = () => `${store().redisPrefix}stream`
  let root: Redis
  before(() => {
    root = new Redis(store().redisUrl)
  })
  after(() => root.disconnect())
  beforeEach(() => root.del(key()))

  const entries = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: String(index),
      leaseUntil: 0,
      fields: ['id', String(index), 'json', 'x'.repeat(bytes)],
    }))
  async function streamOf(maxBytes: number, { url = store().redisUrl, maxLength = 1e6 } = {}) {
    const { redis } = await open(url)
    const { log, lines } = logLines()
    const stream = outboxStream(redis, { key: key(), maxLength, maxBytes, log })
    const append = async (count: number, bytes: number) => {
      const { published, error } = await stream.append(entries(count, bytes))
      expect([published.length, error]).to.deep.equal([count, null])
    }
    return { append, warnings: () => lines.map(({ msg }) => msg) }
  }
  const used = async () => Number(await root.memory('USAGE', key(), 'SAMPLES', 0))

  for (const bytes of [100, 2000, 60_000])
    it(`has about its bytes with entries of ${bytes}, and the newest entries`, async () => {
      const { append } = await streamOf(4 * mebibyte)
      for (let written = 0; written < 24 * mebibyte; written += 200 * bytes) await append(200, bytes)
      // What is written between two checks comes to it.
      expect(await used()).to.be.within(2 * mebibyte, (4 + 8 + 2) * mebibyte)
      const [newest] = await root.xrevrange(key(), '+', '-', 'COUNT', 1)
      expect(newest?.[1][1]).to.equal('199')
    })

  it('is bounded at the first message of a process that finds it too large', async () => {
    const before = await streamOf(1e9)
    for (let round = 0; round < 20; round += 1) await before.append(200, 2000)
    expect(await used()).to.be.above(7 * mebibyte)
    const { append } = await streamOf(mebibyte)
    await append(1, 10)
    expect(await used()).to.be.below(1.5 * mebibyte)
  })

  it('is bounded by entries alone without the rights, with one warning', async () => {
    const name = `${store().redisPrefix.replace(':', '')}-stream`
    const rules = ['reset', 'on', '>secret', '~*', '+@all', ...streamRights.optional.map((one) => `-${one}`)]
    await root.acl('SETUSER', name, ...rules)
    const url = store().redisUrl.replace('//', `//${name}:secret@`)
    const { append, warnings } = await streamOf(mebibyte, { url, maxLength: 1000 })
    for (let round = 0; round < 30; round += 1) await append(200, 2000)
    expect(await root.xlen(key())).to.be.within(1000, 1200)
    expect(warnings()).to.deep.equal(['stream not bounded by bytes'])
    await root.acl('DELUSER', name)
  })
})
