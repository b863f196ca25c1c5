import { once } from 'node:events'
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: string; text: string }

/** A connection on which a test sends raw bytes when it wants. */
export async function openClient(url: string, localAddress?: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) })
  await once(socket, 'connect')
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  // A reset after the response does not matter.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  const text = () => Buffer.concat(received).toString('latin1')
  return {
    write: (part: string | Buffer) => void socket.write(part),
    /** Whether the system has everything. */
    written: () => socket.writableLength === 0,
    received: text,
    closed,
    /** Reads until the connection is closed. */
    async response(): Promise<RawAnswer> {
      await closed
      return parse(text())
    },
    destroy: () => void socket.destroy(),
  }
}

/** Sends raw bytes, which no HTTP client would send, and reads until the connection is closed. */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const client = await openClient(url)
  for (const part of parts) client.write(part)
  return client.response()
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(pairs),
    body: rest.join('\r\n\r\n'),
    text,
  }
}
