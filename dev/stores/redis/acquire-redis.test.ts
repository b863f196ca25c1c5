import { expect } from 'chai'
import { rejection } from '../../testing/rejection.ts'
import { acquireRedis } from './acquire-redis.ts'

describe('obtaining Redis', () => {
  const install = () => expect.fail('was asked to install')

  it('takes the server on PATH', async () => {
    expect(await acquireRedis({ find: () => '/usr/bin/valkey-server', install })).to.equal(
      '/usr/bin/valkey-server',
    )
  })

  it('installs one where that is possible', async () => {
    const installed: string[] = []
    const find = () => (installed.length > 0 ? '/usr/bin/redis-server' : undefined)
    const path = await acquireRedis({ find, install: async (packages) => void installed.push(...packages) })
    expect(path).to.equal('/usr/bin/redis-server')
    expect(installed).to.deep.equal(['redis-server'])
  })

  it('names the command to run where it is not', async () => {
    const refuse = () => Promise.reject(new Error('not root'))
    const { message } = await rejection(acquireRedis({ find: () => undefined, install: refuse }))
    expect(message).to.include('not root').and.include('sudo apt-get install -y redis-server')
  })
})
