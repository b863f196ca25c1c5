import { passwordOf, rootAccess } from '@gatehouse/dev/stores/redis/shipped-users'
import { persistentLines, type RedisNode, redisNodes } from '@gatehouse/dev/testing/redis/redis-nodes'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { checkAppendOnlyFile } from '@gatehouse/session-service/append-only-check'
import { expect } from 'chai'

const lost =
  'Redis replays its append-only file without rights: a restart would lose sessions and restore ended ones'
const unknown =
  'whether a restart of Redis keeps sessions could not be checked: its user may not call ACL DRYRUN'

describe('the check of the append-only file', () => {
  const nodes = redisNodes()
  let node: RedisNode
  before(async () => {
    const port = await nodes.freePort()
    node = await nodes.start(port, [...persistentLines(nodes), `port ${port}`], rootAccess)
  })
  after(() => nodes.stop())

  async function warnings(): Promise<unknown[]> {
    const user = `session-service:${passwordOf('session-service')}`
    const { log, lines } = logLines('warn')
    const { redis, close } = await openRedis({ url: `redis://${user}@127.0.0.1:${node.port}`, log })
    await checkAppendOnlyFile({ redis, prefix: 'gatehouse:', log })
    await close()
    return lines.map(({ msg }) => msg)
  }

  it('is silent for the shipped users', async () => {
    expect(await warnings()).to.deep.equal([])
  })

  it('warns if the user default may not write', async () => {
    await node.redis.acl('SETUSER', 'default', 'reset', 'off')
    expect(await warnings()).to.deep.equal([lost])
    await node.redis.acl('SETUSER', 'default', '~*', '+@read')
    expect(await warnings()).to.deep.equal([lost])
  })

  it('warns if it cannot know, as with an ACL file of an earlier release', async () => {
    await node.redis.acl('SETUSER', 'session-service', '-acl|dryrun')
    expect(await warnings()).to.deep.equal([unknown])
  })

  it('is silent without an append-only file, and while Redis is away', async () => {
    await node.redis.config('SET', 'appendonly', 'no')
    expect(await warnings()).to.deep.equal([])
    await node.process.kill()
    expect(await warnings()).to.deep.equal(['Redis unavailable'])
  })
})
