import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CaptchaProvider = Awaited<ReturnType<typeof startCaptchaProvider>>

type Answer = { status?: number; body: string; headers?: Record<string, string> }

export const captchaSecret = 'the secret of this site'

/**
 * A server with the protocol of Turnstile and hCaptcha. It accepts each token `solved-…` once. `answer` replaces its response;
 * null sends none.
 */
export async function startCaptchaProvider() {
  const used = new Set<string>()
  const state = {
    asked: [] as Record<string, string>[],
    answer: undefined as Answer | null | undefined,
  }
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      state.asked.push(form)
      if (state.answer === null) return
      const { status = 200, body, headers = {} } = state.answer ?? verdict(form, used)
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/siteverify`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function verdict({ secret, response = '' }: Record<string, string>, used: Set<string>): Answer {
  const rejection = (code: string) => ({ body: JSON.stringify({ success: false, 'error-codes': [code] }) })
  if (secret !== captchaSecret) return rejection('invalid-input-secret')
  if (!response.startsWith('solved-')) return rejection('invalid-input-response')
  if (used.has(response)) return rejection('timeout-or-duplicate')
  used.add(response)
  return { body: JSON.stringify({ success: true, hostname: 'app.gatehouse.test' }) }
}
