import { boundedBody, fetchFailure } from '@gatehouse/service-kit/net/fetch-bounded'
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
  { solution, remoteIp }: { solution: string; remoteIp: string },
): Promise<Verification> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const body = new URLSearchParams({ secret, response: solution, remoteip: remoteIp })
    // Following a redirect would send the secret to another host.
    const result = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
    return evaluate(result.status, (await boundedBody(result, maxBytes)).toString('utf8'))
  } catch (error) {
    return { outcome: 'unavailable', reason: fetchFailure(error) }
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
