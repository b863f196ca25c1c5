import { request } from 'node:http'

export type Sent = {
  method: string
  /** With its query; sent unchanged. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
}

export type Answer = { status: number; headers: Headers; text: string }

/** Sends a request unchanged: `fetch` normalizes paths and rejects some methods. */
export function send(url: string, { method, path, headers = {}, body }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = request({ hostname, port, method, path, headers }, (incoming) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('error', reject)
    incoming.on('end', () =>
      resolve({
        status: incoming.statusCode ?? 0,
        headers: new Headers(pairs(incoming.rawHeaders)),
        text: Buffer.concat(parts).toString(),
      }),
    )
  })
  outgoing.on('error', reject)
  if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body))
  outgoing.end(body)
  return promise
}

function pairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : [],
  )
}
