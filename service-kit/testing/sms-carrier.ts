import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Response = { status: number; body?: unknown; headers?: Record<string, string> }
type SentMessage = { to: string; from: string | null; text: string }

const user = 'AC0123456789'
const secret = 'token of the account'
const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`

export type SmsCarrierDouble = Awaited<ReturnType<typeof smsCarrierDouble>>

/** A server with the protocol of the Messages API and the Verify API of Twilio. */
export async function smsCarrierDouble() {
  const sent: SentMessage[] = []
  const verifications = new Map<string, { code: string; isApproved: boolean }>()
  const state = { next: null as Response | 'silence' | null, requests: 0 }

  const paths: Record<string, (form: URLSearchParams) => Response> = {
    '/account/Messages.json'(form) {
      sent.push({ to: form.get('To') ?? '', from: form.get('From'), text: form.get('Body') ?? '' })
      return { status: 201, body: { sid: `SM${sent.length}`, status: 'queued' } }
    },
    '/service/Verifications'(form) {
      const code = String(100_000 + sent.length)
      sent.push({ to: form.get('To') ?? '', from: null, text: `${form.get('Locale')}: ${code}` })
      const sid = `VE${sent.length}`
      verifications.set(sid, { code, isApproved: false })
      return { status: 201, body: { sid, status: 'pending' } }
    },
    '/service/VerificationCheck'(form) {
      const verification = verifications.get(form.get('VerificationSid') ?? '')
      if (!verification || verification.isApproved) return { status: 404, body: { code: 20404 } }
      verification.isApproved = form.get('Code') === verification.code
      return { status: 200, body: { status: verification.isApproved ? 'approved' : 'pending' } }
    },
  }

  const server = createServer(async (request, response) => {
    state.requests += 1
    const form = new URLSearchParams(await textOf(request))
    const { next } = state
    if (next === 'silence') return
    if (next) return respond(response, next)
    if (request.headers.authorization !== authorization) return respond(response, { status: 401 })
    const handle = paths[request.url ?? '']
    respond(response, handle ? handle(form) : { status: 404 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = { GATEHOUSE_SMS_USER: user, GATEHOUSE_SMS_SECRET: secret }

  return {
    sent,
    state,
    secret,
    /** Settings of auth-service. */
    messages: {
      ...credentials,
      GATEHOUSE_SMS_CARRIER: 'messages',
      GATEHOUSE_SMS_URL: `${origin}/account`,
      GATEHOUSE_SMS_FROM: '+15005550006',
    },
    verify: { ...credentials, GATEHOUSE_SMS_CARRIER: 'verify', GATEHOUSE_SMS_URL: `${origin}/service/` },
    lastCode: () => /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '',
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, { status, body, headers = {} }: Response): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
