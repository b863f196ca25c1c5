import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP balancer that sends each connection to the next of `hosts`, without a second attempt. */
export async function openBalancer(port: number) {
  let hosts: string[] = []
  let turn = 0
  const hostOf = new Map<Socket, string>()
  const server = createServer((client) => {
    turn += 1
    const host = hosts[turn % hosts.length] ?? '127.0.0.1'
    const upstream = connect({ host, port })
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      hostOf.set(one, host)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        hostOf.delete(one)
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
    /** Like a balancer that chooses a host for each request. */
    closeOthers(): void {
      for (const [socket, host] of hostOf) if (!hosts.includes(host)) socket.destroy()
    },
    close(): void {
      server.close()
      for (const socket of hostOf.keys()) socket.destroy()
    },
  }
}
