import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can be switched off, cutting every connection, and on again at the same port. */
export async function switchableProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const server = createServer((inner) => {
    const outer = connect(target)
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        inner.destroy()
        outer.destroy()
      })
    }
    inner.pipe(outer).pipe(inner)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    async switchOff() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    async switchOn() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
