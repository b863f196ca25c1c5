import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterTest, cancelAfterTest, isTestRunning } from './running-test.ts'

/**
 * A proxy between a client and a server, which simulates an outage. It is mended after the test that broke it; one that a test
 * opens is closed after that test.
 */
export type TcpProxy = {
  port: number
  /** Closes all connections, also new ones; with a word, only those over which a client sends it. */
  cut(word?: string): void
  /** Stops forwarding, without closing connections; with a word, only those over which a client sends it. */
  freeze(word?: string): void
  /** Forwards new connections, and closes those that do not forward. */
  mend(): void
  close(): Promise<void>
}

type Connection = { client: Socket; upstream: Socket; said: Set<string>; isFrozen: boolean }
type Trouble = { word: string | undefined; bring(connection: Connection): void }

const knownWords = ['subscribe']

export async function tcpProxy(url: string): Promise<TcpProxy> {
  const [, host = '127.0.0.1', port] = /\/\/(?:[^@/]*@)?([^:/]+):(\d+)/.exec(url) ?? []
  const open = new Set<Connection>()
  let trouble: Trouble | undefined

  const suffer = (connection: Connection) => {
    if (trouble && (trouble.word === undefined || connection.said.has(trouble.word)))
      trouble.bring(connection)
  }
  const server = createServer((client) => {
    const upstream = connect(Number(port), host)
    const connection = { client, upstream, said: new Set<string>(), isFrozen: false }
    open.add(connection)
    for (const socket of [client, upstream]) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(connection)
        end(connection)
      })
    }
    client.on('data', (chunk) => {
      for (const word of knownWords) if (chunk.includes(word)) connection.said.add(word)
      suffer(connection)
    })
    client.pipe(upstream).pipe(client)
    suffer(connection)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.')

  const begin = (word: string | undefined, bring: Trouble['bring']) => {
    trouble = { word, bring }
    afterTest(open, mend)
    for (const connection of open) suffer(connection)
  }
  const mend = () => {
    trouble = undefined
    cancelAfterTest(open)
    for (const connection of open) if (connection.isFrozen) end(connection)
  }
  const close = async () => {
    cancelAfterTest(open)
    cancelAfterTest(server)
    for (const connection of open) end(connection)
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  if (isTestRunning()) afterTest(server, close)

  return {
    port: address.port,
    cut: (word) => begin(word, end),
    freeze: (word) => begin(word, freeze),
    mend,
    close,
  }
}

function end({ client, upstream }: Connection): void {
  client.destroy()
  upstream.destroy()
}

function freeze(connection: Connection): void {
  connection.isFrozen = true
  for (const socket of [connection.client, connection.upstream]) socket.unpipe().pause()
}
