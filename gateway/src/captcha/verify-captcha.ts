import { z } from 'zod'

/** What a provider says: `misconfigured` is our mistake, `away` is nobody's answer at all. */
export type Verification =
  | { outcome: 'solved' | 'wrong' }
  | { outcome: 'away' | 'misconfigured'; reason: string }

type Site = { url: string; secret: string; timeoutMs: number }

const maxBytes = 64 * 1024

const answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Codes of either provider that speak of the site and not of the visitor. */
const ofTheSite = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'not-using-dummy-secret',
])
const ofTheProvider = 'internal-error'

/** Asks a provider whether a captcha was solved. Never fails; a reason names no secret and no token. */
export async function verifyCaptcha(
  { url, secret, timeoutMs }: Site,
  { response, remoteIp }: { response: string; remoteIp: string },
): Promise<Verification> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const body = new URLSearchParams({ secret, response, remoteip: remoteIp })
    // A redirect would send the secret elsewhere.
    const answered = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
    return evaluate(answered.status, await readText(answered))
  } catch (error) {
    return { outcome: 'away', reason: reasonOf(error) }
  }
}

function evaluate(status: number, text: string): Verification {
  const { success: isAnswer, data } = answer.safeParse(readJson(text))
  // Some answer refusals with 400; a failure of their own says so with 5xx.
  if (!isAnswer || status >= 500) return { outcome: 'away', reason: `it answered ${status}` }
  if (data.success) return { outcome: 'solved' }
  const codes = data['error-codes']
  const ours = codes.find((code) => ofTheSite.has(code))
  if (ours) return { outcome: 'misconfigured', reason: ours }
  return codes.includes(ofTheProvider) ? { outcome: 'away', reason: ofTheProvider } : { outcome: 'wrong' }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No answer of the protocol, which the shape says as well.
    return null
  }
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('it answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What went wrong on the way: fetch hides it in the cause, and may quote the request elsewhere. */
function reasonOf(error: unknown): string {
  const { cause, name, message } = error instanceof Error ? error : new Error('unknown')
  if (name === 'TimeoutError') return 'it took too long'
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message
}
