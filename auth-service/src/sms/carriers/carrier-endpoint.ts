import { boundedBody, fetchFailure } from '@gatehouse/service-kit/net/fetch-bounded'
import { CarrierError } from './carrier.ts'

export type Credentials = { url: string; user: string; secret: string; timeoutMs: number }

export type CarrierResponse = { status: number; body: unknown }

type Send = (form: Record<string, string>, signal: AbortSignal) => Promise<CarrierResponse>

const maxBytes = 64 * 1024
const maxConcurrent = 50

/** Error codes of a number that cannot receive messages: https://www.twilio.com/docs/api/errors */
const rejectedNumbers = new Set([21211, 21214, 21614, 60200, 60205])

/** Posts forms to the paths below a URL. Throws CarrierError without a response. */
export function carrierEndpoint({ url, user, secret, timeoutMs }: Credentials): (path: string) => Send {
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
  const base = url.replace(/\/$/, '')
  let inFlight = 0
  return (path) => async (form, signal) => {
    if (inFlight >= maxConcurrent) throw new CarrierError('too many concurrent requests')
    inFlight += 1
    try {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams(form),
        // Following a redirect would send the credentials to another host.
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]),
      })
      const text = (await boundedBody(response, maxBytes)).toString('utf8')
      return { status: response.status, body: parseJson(text) }
    } catch (error) {
      throw new CarrierError(fetchFailure(error))
    } finally {
      inFlight -= 1
    }
  }
}

export function carrierFailure({ status, body }: CarrierResponse): CarrierError {
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : Number.NaN
  const reason = Number.isInteger(code) ? `status ${status}, code ${code}` : `status ${status}`
  return new CarrierError(reason, { rejectsNumber: status === 400 && rejectedNumbers.has(code) })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
