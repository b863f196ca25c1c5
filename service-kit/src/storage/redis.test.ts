import { expect } from 'chai'
import { Redis } from 'ioredis'
import { countedCommands } from '../../testing/counted-commands.ts'
import { failureOf, useRedis } from '../../testing/opened-stores.ts'
import { until } from '../../testing/wait-until.ts'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'

describe('openRedis', () => {
  const { store, open } = useRedis()

  it('is ready once it resolves', async () => {
    const { redis } = await open(store().redisUrl)
    expect(redis.status).to.equal('ready')
    await redis.set(`${store().redisPrefix}a`, '1')
    expect(await redis.get(`${store().redisPrefix}a`)).to.equal('1')
  })

  it('measures commands, also those of pipelines, and failures', async () => {
    const { redis } = await open(store().redisUrl)
    const key = `${store().redisPrefix}measured`
    const counted = await countedCommands(async () => {
      await redis.set(key, '1')
      await (redis as Redis).pipeline().incr(key).incr(key).exec()
      await failureOf(redis.hget(key, 'field'))
    })
    expect(counted).to.include({ 'set ok': 1, 'incr ok': 2, 'hget error': 1 })
  })

  it('fails each command of a pipeline as unavailable', async () => {
    const { redis } = await open('redis://127.0.0.1:1')
    // A pipeline does not fail as a whole: each command brings its own error.
    expect(
      (await redis.pipeline().get('a').exec())?.map(([error]) => isStoreUnavailable(error)),
    ).to.deep.equal([true])
  })

  it('survives a second error of its socket', async () => {
    const { redis } = await open(store().redisUrl)
    if (!(redis instanceof Redis)) expect.fail('one server')
    const { stream } = redis
    for (const text of ['alert', 'another alert']) stream.emit('error', new Error(text))
    stream.destroy()
    await until(() => redis.status === 'ready')
  })

  it('does not report wrong commands as unavailable', async () => {
    const { redis } = await open(store().redisUrl)
    await redis.set(`${store().redisPrefix}text`, 'x')
    expect(isStoreUnavailable(await failureOf(redis.incr(`${store().redisPrefix}text`)))).to.equal(false)
  })
})
