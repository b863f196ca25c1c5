import { expect } from 'chai'
import { dropLongHeaders } from './drop-long-headers.ts'

const dropped = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'if-range',
  ],
  ...['range', 'content-type', 'content-encoding', 'x-client-location', 'traceparent', 'x-github-event'],
  ...['x-github-delivery', 'x-hub-signature-256', 'sentry-hook-resource', 'x-sentry-event', 'request-id'],
  ...['sentry-hook-signature', 'sentry-app-signature', 'sentry-hook-timestamp'],
]
const kept = [
  'authorization',
  'cookie',
  'x-forwarded-for',
  'x-captcha-token',
  'x-audit-log-reason',
  'origin',
  'host',
]

describe('dropLongHeaders', () => {
  it('removes what is longer than 1 KiB', () => {
    for (const name of dropped) {
      const headers = { [name]: 'x'.repeat(1025), host: 'a' }
      dropLongHeaders(headers)
      expect(headers, name).to.deep.equal({ host: 'a' })
    }
  })

  it('keeps what is not', () => {
    for (const name of dropped) {
      const headers = { [name]: 'x'.repeat(1024) }
      dropLongHeaders(headers)
      expect(headers[name], name).to.have.lengthOf(1024)
    }
  })

  it('keeps credentials, and headers with bounds of their own', () => {
    const headers = {
      ...Object.fromEntries(kept.map((name) => [name, 'x'.repeat(5000)])),
      'set-cookie': ['a', 'b'],
    }
    const before = { ...headers }
    dropLongHeaders(headers)
    expect(headers).to.deep.equal(before)
  })
})
