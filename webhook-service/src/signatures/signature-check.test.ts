import { createHmac } from 'node:crypto'
import { hasCode, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { signatureCheck } from './signature-check.ts'
import { codeHostScheme, errorTrackerScheme } from './signature-scheme.ts'

const secret = "It's a Secret to Everybody"
const body = 'Hello, World!'
const vector = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
const now = Date.parse('2030-01-01T00:00:00Z')

type Input = Partial<Parameters<typeof signatureCheck>[0]> & { pieces?: string[] }

function check({ pieces = [body], ...input }: Input): void {
  const signature = signatureCheck({
    scheme: codeHostScheme,
    headers: {},
    secrets: [{ secret, version: 1 }],
    toleranceSeconds: null,
    now,
    ...input,
  })
  for (const piece of pieces) signature.update(Buffer.from(piece))
  signature.assertMatches()
}

function rejection(input: Input): ServiceError {
  try {
    check(input)
  } catch (error) {
    if (hasCode(error, 'INVALID_SIGNATURE')) return error
    throw error
  }
  return expect.fail('it was accepted')
}

const hub = (value: string) => ({ 'x-hub-signature-256': value })
const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex')

describe('signatureCheck', () => {
  it('accepts the published test vector', () => {
    check({ headers: hub(`sha256=${vector}`) })
    check({ headers: hub(` sha256=${vector.toUpperCase()} `) })
  })

  it('verifies the bytes however they are split', () => {
    const headers = hub(`sha256=${vector}`)
    check({ headers, pieces: [...body] })
    check({ headers, pieces: ['', body, ''] })
    const odd = '{"a": "\\u00e9\u00e9" ,\r\n"a":1}'
    check({ headers: hub(`sha256=${hmac(odd)}`), pieces: [odd] })
    rejection({ headers: hub(`sha256=${hmac(odd)}`), pieces: [JSON.stringify(JSON.parse(odd))] })
  })

  it('accepts a signature with any valid secret', () => {
    const secrets = [
      { secret: 'the newer secret of ours', version: 3 },
      { secret, version: 2 },
    ]
    check({ secrets, headers: hub(`sha256=${vector}`) })
    check({ secrets, headers: hub(`sha256=${hmac(body, 'the newer secret of ours')}`) })
  })

  it('accepts plain hex in either header of an error tracker', () => {
    const scheme = errorTrackerScheme
    check({ scheme, headers: { 'sentry-hook-signature': vector } })
    check({ scheme, headers: { 'sentry-app-signature': vector } })
    check({ scheme, headers: { 'sentry-hook-signature': '', 'sentry-app-signature': vector } })
    rejection({
      scheme,
      headers: { 'sentry-hook-signature': 'f'.repeat(64), 'sentry-app-signature': vector },
    })
    rejection({ scheme, headers: { 'sentry-hook-signature': `sha256=${vector}` } })
  })

  describe('rejects a signature', () => {
    for (const [what, headers] of [
      ['missing', {}],
      ['empty', hub('')],
      ['SHA-1 alone', { 'x-hub-signature': `sha1=${'a'.repeat(40)}` }],
      ['in the header of another format', { 'sentry-hook-signature': vector }],
      ['without its prefix', hub(vector)],
      ['under another prefix', hub(`sha1=${vector}`)],
      ['of another body', hub(`sha256=${hmac('Hello, World?')}`)],
      ['of another secret', hub(`sha256=${hmac(body, 'something else')}`)],
      ['one digit off', hub(`sha256=${vector.slice(0, -1)}8`)],
      ['one digit short', hub(`sha256=${vector.slice(0, -1)}`)],
      ['one digit long', hub(`sha256=${vector}0`)],
      ['no hex', hub(`sha256=${'g'.repeat(64)}`)],
      ['twice', hub(`sha256=${vector}, sha256=${vector}`)],
    ] as [string, Record<string, string>][])
      it(what, () => {
        const { message } = rejection({ headers })
        expect(message).to.match(/X-Hub-Signature-256/)
        expect(message).to.not.include(secret).and.to.not.include(vector.slice(0, 8))
      })

    it('before the body arrives if the header is missing', () => {
      expect(() => check({ headers: {}, pieces: [] })).to.throw('send X-Hub-Signature-256')
    })

    it('and names the versions of the valid secrets', () => {
      const secrets = [
        { secret: 'a', version: 8 },
        { secret: 'b', version: 7 },
      ]
      expect(rejection({ secrets, headers: hub(`sha256=${vector}`) }).message).to.equal(
        'X-Hub-Signature-256 does not match any valid secret (version 8; version 7, in its grace period).',
      )
    })
  })

  describe('with a timestamp', () => {
    const at = (seconds: number | string, scheme = errorTrackerScheme) => ({
      scheme,
      toleranceSeconds: 300,
      headers: { 'sentry-hook-signature': vector, 'sentry-hook-timestamp': String(seconds) },
    })
    const seconds = now / 1000

    it('accepts a timestamp within the tolerance', () => {
      for (const off of [0, -300, 300, 12.5]) check(at(seconds + off))
    })

    it('rejects a timestamp out of tolerance, or none', () => {
      for (const time of [seconds - 301, seconds + 301, now, '', 'now', 'NaN', 'Infinity', '0x0'])
        expect(rejection(at(time)).message, String(time)).to.include('Sentry-Hook-Timestamp')
    })

    it('does not check timestamps without a tolerance or a header', () => {
      check({ ...at(0), toleranceSeconds: null })
      check({ toleranceSeconds: 300, headers: hub(`sha256=${vector}`) })
    })
  })
})
