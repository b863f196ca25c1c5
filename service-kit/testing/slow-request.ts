import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

type SlowRequest = { method: string; path: string; headers?: Record<string, string>; body: string }

/** Sends a request up to the first byte of its body. Resolves once the server reads the body; `finish` sends the rest. */
export async function slowRequest(url: string, { method, path, headers, body }: SlowRequest) {
  const sent = request(`${url}${path}`, {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  })
  const answered = once(sent, 'response')
  // Without a call of finish() a failure must not be an unhandled rejection.
  answered.catch(() => {})
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 1))
  return {
    async finish(): Promise<{ status: number | undefined; body: string }> {
      sent.end(body.slice(1))
      const [response] = (await answered) as [IncomingMessage]
      return { status: response.statusCode, body: await text(response) }
    },
  }
}
