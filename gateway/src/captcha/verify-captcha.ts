import { z } from 'zod'

/** `misconfigured` is an error in our settings. */
export type Verification =
  | { outcome: 'solved' | 'invalid' }
  | { outcome: 'unavailable' | 'misconfigured'; reason: string }

type Site = { url: string; secret: string; timeoutMs: number }

const maxBytes = 64 * 1024

const siteverifyResponse = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** The error codes of both providers that concern the settings of the site. */
const siteErrors = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'not-using-dummy-secret',
])
const providerError = 'internal-error'

/** Never throws. A reason contains no secret and no token. */
export async function verifyCaptcha(
  { url, secret, timeoutMs }: Site,
  { response, remoteIp }: { response: string; remoteIp: string },
): Promise<Verification> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const body = new URLSearchParams({ secret, response, remoteip: remoteIp })
    // Following a redirect would send the secret to another host.
    const result = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
    return evaluate(result.status, await readText(result))
  } catch (error) {
    return { outcome: 'unavailable', reason: reasonOf(error) }
  }
}

function evaluate(status: number, text: string): Verification {
  const { success: isResponse, data } = siteverifyResponse.safeParse(parseJson(text))
  // Some providers return 400 for an invalid captcha, and 5xx for their own failures.
  if (!isResponse || status >= 500) return { outcome: 'unavailable', reason: `status ${status}` }
  if (data.success) return { outcome: 'solved' }
  const codes = data['error-codes']
  const siteError = codes.find((code) => siteErrors.has(code))
  if (siteError) return { outcome: 'misconfigured', reason: siteError }
  return codes.includes(providerError)
    ? { outcome: 'unavailable', reason: providerError }
    : { outcome: 'invalid' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema rejects null.
    return null
  }
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('response too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** fetch has the error code in the cause. Its other properties could contain the request. */
function reasonOf(error: unknown): string {
  const { cause, name, message } = error instanceof Error ? error : new Error('unknown')
  if (name === 'TimeoutError') return 'timeout'
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message
}
