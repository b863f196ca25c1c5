import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a client and a server, which simulates an outage. */
export type TcpProxy = {
  port: number
  /** Closes all connections, also new ones; with a word, only those over which a client sends it. */
  cut(word?: string): void
  /** Stops forwarding, without closing connections; with a word, only those over which a client sends it. */
  freeze(word?: string): void
  mend(): void
  close(): Promise<void>
}

type Connection = { client: Socket; upstream: Socket; said: Set<string> }
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
    const connection = { client, upstream: connect(Number(port), host), said: new Set<string>() }
    const { upstream, said } = connection
    open.add(connection)
    for (const socket of [client, upstream]) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(connection)
        end(connection)
      })
    }
    client.on('data', (chunk) => {
      for (const word of knownWords) if (chunk.includes(word)) said.add(word)
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
    for (const connection of open) suffer(connection)
  }

  return {
    port: address.port,
    cut: (word) => begin(word, end),
    freeze: (word) => begin(word, freeze),
    mend() {
      trouble = undefined
    },
    async close() {
      for (const connection of open) end(connection)
      server.close()
      await once(server, 'close')
    },
  }
}

function end({ client, upstream }: Connection): void {
  client.destroy()
  upstream.destroy()
}

function freeze({ client, upstream }: Connection): void {
  for (const socket of [client, upstream]) socket.unpipe().pause()
}
