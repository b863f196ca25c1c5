import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type HostileClient = {
  socket: Socket
  /** Settles when the gateway has closed the connection. */
  closed: Promise<void>
}

/** A connection that sends raw bytes and reads no responses. */
export async function sendAndIgnore(url: string, ...parts: string[]): Promise<HostileClient> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise<void>((resolve) => {
    socket.once('error', () => resolve()).once('close', () => resolve())
  })
  await once(socket, 'connect')
  for (const part of parts) socket.write(part)
  return { socket, closed }
}

/** The head of an HTTP request. */
export function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`
}

export function getRequest(path: string, ...headers: string[]): string {
  return lines(`GET ${path} HTTP/1.1`, 'Host: a', ...headers)
}
