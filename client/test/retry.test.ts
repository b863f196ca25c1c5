import { expect } from 'chai'
import { type RetryOptions, withRetries } from '../src/retry.ts'
import { withErrors } from '../src/transport.ts'
import { errorOf, fakeApi, rejection } from './fake-api.ts'

const limited = (retryAfter: number) => () => rejection(429, 'RATE_LIMITED', { retry_after: retryAfter })
const unavailable = () => rejection(503, 'SERVICE_UNAVAILABLE', { retry_after: 1 })
const late = () => rejection(504, 'UPSTREAM_TIMEOUT', { retry_after: 1 })
const lost = () => Promise.reject(new TypeError('fetch failed'))
const ok = () => ({ status: 204 })

describe('retries of the client', () => {
  function retrying(handlers: Parameters<typeof fakeApi>, options: RetryOptions = {}) {
    const { sent, fetch } = fakeApi(...handlers)
    const waits: number[] = []
    const clock = { sleep: async (ms: number) => void waits.push(ms), random: () => 0.5 }
    const send = withRetries(withErrors(fetch), options, clock)
    const request = (method: string, headers: Record<string, string> = {}) =>
      send(
        new Request('http://gatehouse.test/', {
          method,
          headers,
          ...(method === 'POST' ? { body: '{}' } : {}),
        }),
      )
    return { sent, waits, request }
  }

  it('wait as long as the response says, plus a random part that doubles', async () => {
    const { sent, waits, request } = retrying([limited(2), limited(0.5), ok])
    await request('POST')
    expect(sent.map(({ body }) => body)).to.deep.equal([{}, {}, {}])
    expect(waits).to.deep.equal([2_250, 1_000])
  })

  it('end after the last attempt or before a longer wait than allowed', async () => {
    const often = retrying([unavailable])
    expect(await errorOf(often.request('GET'))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(often.sent).to.have.length(3)
    const long = retrying([limited(60)])
    expect(await errorOf(long.request('GET'))).to.include({ code: 'RATE_LIMITED', retryAfterSeconds: 60 })
    expect([long.sent.length, long.waits]).to.deep.equal([1, []])
    const off = retrying([unavailable], { attempts: 1 })
    await errorOf(off.request('GET'))
    expect(off.sent).to.have.length(1)
  })

  for (const [title, failure, repeated] of [
    ['429', limited(1), ['GET', 'PATCH', 'DELETE', 'POST', 'POST with an Idempotency-Key']],
    ['503', unavailable, ['GET', 'PATCH', 'DELETE', 'POST with an Idempotency-Key']],
    ['504', late, ['GET', 'PATCH', 'DELETE', 'POST with an Idempotency-Key']],
    ['a lost response', lost, ['GET', 'POST with an Idempotency-Key']],
    ['500', () => rejection(500, 'INTERNAL_SERVER_ERROR'), []],
    ['400', () => rejection(400, 'INVALID_FORM_BODY'), []],
  ] as const) {
    it(`repeat after ${title}: ${repeated.join(', ') || 'nothing'}`, async () => {
      const found: string[] = []
      for (const name of ['GET', 'PATCH', 'DELETE', 'POST', 'POST with an Idempotency-Key']) {
        const [method = ''] = name.split(' ')
        const { sent, request } = retrying([failure, ok])
        await request(method, name === method ? {} : { 'idempotency-key': 'k' }).catch(() => undefined)
        if (sent.length === 2) found.push(name)
      }
      expect(found).to.deep.equal(repeated)
    })
  }

  it('end when the caller aborts', async () => {
    const { fetch, sent } = fakeApi(limited(20))
    const controller = new AbortController()
    const send = withRetries(withErrors(fetch))
    const response = errorOf(send(new Request('http://gatehouse.test/', { signal: controller.signal })))
    setTimeout(() => controller.abort(new Error('closed')), 10)
    expect(await response).to.include({ message: 'closed' })
    expect(sent).to.have.length(1)
  })
})
