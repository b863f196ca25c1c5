import { once } from 'node:events'
import { createConnection } from 'node:net'
import { expect } from 'chai'
import { serveEcho } from './echo-server.ts'
import { afterTest, cancelAfterTest, currentTest } from './running-test.ts'
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts'

describe('afterTest', () => {
  const done: string[] = []

  it('registers cleanups in a test', () => {
    const { title } = currentTest()
    expect(title).to.equal('registers cleanups in a test')
    afterTest('a', () => done.push('first a'))
    afterTest('a', () => done.push('a'))
    afterTest('b', async () => done.push('b'))
    afterTest('c', () => done.push('c'))
    cancelAfterTest('c')
    expect(done).to.deep.equal([])
  })

  it('has run each once, the latest first', () => {
    expect(done).to.deep.equal(['b', 'a'])
  })

  describe('of proxies', () => {
    let server: Awaited<ReturnType<typeof serveEcho>>
    let shared: TcpProxy
    let own: TcpProxy
    before(async () => {
      server = await serveEcho({})
      shared = await tcpProxy(`//${server.address}`)
    })
    after(async () => {
      await shared.close()
      await server.drain(0)
    })
    const isConnected = async ({ port }: TcpProxy) => {
      const socket = createConnection(port, '127.0.0.1')
      // The server begins with its SETTINGS.
      const isOpen = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false)
      socket.destroy()
      return isOpen
    }

    for (const how of ['cut', 'freeze'] as const) {
      it(`can ${how} one without mending it`, async () => {
        own = await tcpProxy(`//${server.address}`)
        expect([await isConnected(shared), await isConnected(own)]).to.deep.equal([true, true])
        shared[how]()
      })

      it(`mends one that is shared after a ${how}, and closes one of the test`, async () => {
        expect([await isConnected(shared), await isConnected(own)]).to.deep.equal([true, false])
      })
    }
  })
})
