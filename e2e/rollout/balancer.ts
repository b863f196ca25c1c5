import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP balancer that sends each connection to the next of `hosts`, without a second attempt. */
export async function openBalancer(port: number) {
  let hosts: string[] = []
  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    turn += 1
    const upstream = connect({ host: hosts[turn % hosts.length] ?? '127.0.0.1', port })
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroySoon()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // The address of a server that listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setHosts(next: string[]): void {
      hosts = next
    },
    close(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
