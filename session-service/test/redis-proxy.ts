import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** A door in front of a Redis that a test can close, open again, and jam. */
export async function openRedisProxy(redisUrl: string) {
  const target = new URL(redisUrl)
  const sockets = new Set<Socket>()
  let isJammed = false
  let server = await listen(0)
  const port = portOf(server)

  function listen(onPort: number): Promise<Server> {
    return new Promise((resolve) => {
      const opened = createServer(forward)
      opened.listen(onPort, '127.0.0.1', () => resolve(opened))
    })
  }

  function forward(client: Socket): void {
    const redis = createConnection(Number(target.port), target.hostname)
    for (const socket of [client, redis]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        redis.destroy()
      })
    }
    client.on('data', (bytes) => !isJammed && redis.write(bytes))
    redis.on('data', (bytes) => client.write(bytes))
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    close,
    async reopen() {
      server = await listen(port)
    },
    /** From now on what is sent arrives nowhere, as behind a frozen machine. */
    jam() {
      isJammed = true
    },
    async unjam() {
      isJammed = false
      for (const socket of sockets) socket.destroy()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen.')
  return address.port
}
