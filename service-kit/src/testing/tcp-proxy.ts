import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server, to play an outage. */
export type TcpProxy = {
  port: number
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Keeps connections, takes new ones, and passes nothing on any more. */
  freeze(): void
  mend(): void
  close(): Promise<void>
}

/** A proxy on loopback to the host and port of a store's URL. */
export async function tcpProxy(url: string): Promise<TcpProxy> {
  const [, host = '127.0.0.1', port] = /\/\/(?:[^@/]*@)?([^:/]+):(\d+)/.exec(url) ?? []
  const open = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const upstream = connect(Number(port), host)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    if (!isFrozen) client.pipe(upstream).pipe(client)
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.')
  const destroyAll = () => {
    for (const socket of open) socket.destroy()
  }

  return {
    port: address.port,
    cut() {
      isCut = true
      destroyAll()
    },
    freeze() {
      isFrozen = true
      for (const socket of open) socket.unpipe().pause()
    },
    mend() {
      isCut = false
      isFrozen = false
    },
    async close() {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}
