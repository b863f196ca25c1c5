import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { COMPLETED, EXPIRED, handingOver } from './handing-over.ts'
import { type RunningService, signIn, startService } from './running-service.ts'

const keys = Object.fromEntries(['a', 'b'].map((id) => [id, randomBytes(32).toString('base64')]))
const ringOf = (current: string, ids: string[]) =>
  JSON.stringify({ current, keys: Object.fromEntries(ids.map((id) => [id, keys[id]])) })

describe('handoff codes and the key ring', () => {
  const open: RunningService[] = []
  afterEach(async () => {
    for (const service of open.splice(0).reverse()) await service.stop()
  })

  /** Starts a replica on the Redis of the running ones. */
  async function startWith(ring: string) {
    const [first] = open
    const prefix = first ? { GATEHOUSE_REDIS_PREFIX: first.config.redisPrefix } : {}
    const service = await startService({ GATEHOUSE_KEYS: ring, ...prefix })
    open.push(service)
    return { ...handingOver(service), signIn: () => signIn(service) }
  }

  it('are not found without the key they are stored under', async () => {
    const { code } = await (await startWith(ringOf('a', ['a']))).receive()
    const stranger = await startWith(ringOf('b', ['b']))
    expect(await stranger.rejection(stranger.info(code, await stranger.signIn()))).to.equal('UNKNOWN_HANDOFF')
    expect(await stranger.stateOf(code)).to.equal(EXPIRED)
  })

  it('stay valid during a key rotation, at replicas with either current key', async () => {
    const before = await startWith(ringOf('a', ['a', 'b']))
    const after = await startWith(ringOf('b', ['a', 'b']))
    const ann = await before.signIn()
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const { code, receiverSecret } = await one.receive()
      await other.complete(code, ann)
      expect((await one.poll(code, { receiverSecret, peek: true })).state).to.equal(COMPLETED)
      expect((await other.poll(code, { receiverSecret })).token).to.not.equal('')
      expect(await one.stateOf(code, { receiverSecret })).to.equal(EXPIRED)
    }
  })
})
