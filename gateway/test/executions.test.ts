import { once } from 'node:events'
import { connect } from 'node:net'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ExecutionResult } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { toRateLimitState } from '@gatehouse/service-kit/errors/limit-state'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { shownMessage, webhookToken } from './fixtures.ts'
import { executed, readExecution as read } from './read-execution.ts'
import { useGateway } from './running-gateway.ts'

const codeHost = `/webhooks/300/${webhookToken}/code-host`
const chatCompat = `/webhooks/300/${webhookToken}/chat-compat`
const errorTracker = `/webhooks/300/${webhookToken}/error-tracker`

describe('executing a webhook', () => {
  const gateway = useGateway({}, { bodyTimeoutMs: 60_000 })
  const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    gateway().call('POST', path, { token: null, body, headers })
  const rejectWith = (code: ErrorCode, options = {}) => {
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages)
      throw new ServiceError(code, options)
    }
  }

  it('forwards the raw body and the headers of its format only', async () => {
    let seen: Awaited<ReturnType<typeof read>> | undefined
    gateway().stubs.webhooks.execute = async (messages) => {
      seen = await read(messages)
      return executed(ExecutionResult.RENDERED)
    }
    const body = Buffer.from([0, 255, 123, 10, 0xc3, 0x28])
    const response = await post(`${codeHost}?wait=false`, body, {
      'content-type': 'text/odd; charset=x',
      'content-encoding': 'gzip',
      'x-github-event': 'push',
      'x-github-delivery': 'd-1',
      'x-hub-signature-256': 'sha256=00',
      'x-hub-signature': 'sha1=00',
      'sentry-hook-signature': '00',
      'request-id': 'r-1',
      'x-forwarded-host': 'evil',
      cookie: 'a=b',
      authorization: 'gh_nobody',
    })
    expect([response.status, response.text]).to.deep.equal([204, ''])
    expect(response.headers.get('x-webhook-result')).to.equal('rendered')
    expect(seen?.body.equals(body)).to.equal(true)
    expect(seen?.head).to.deep.equal({
      webhook: {
        id: '300',
        token: webhookToken,
        client: {
          address: '127.0.0.1',
          userAgent: 'node',
          location: undefined,
          acceptLanguage: '*',
          auditReason: undefined,
        },
      },
      format: Format.CODE_HOST,
      contentType: 'text/odd; charset=x',
      contentEncoding: 'gzip',
      headers: {
        'x-github-event': 'push',
        'x-github-delivery': 'd-1',
        'x-hub-signature-256': 'sha256=00',
      },
      wait: false,
      dryRun: false,
      path: '/webhooks/{webhook_id}/{token}/code-host',
    })
  })

  it('forwards the headers of an error tracker', async () => {
    let seen: Awaited<ReturnType<typeof read>> | undefined
    gateway().stubs.webhooks.execute = async (messages) => {
      seen = await read(messages)
      return executed(ExecutionResult.IGNORED, { ignoredEvent: 'installation' })
    }
    const headers = {
      'request-id': 'r-1',
      'sentry-hook-resource': 'issue',
      'sentry-hook-signature': '00',
      'sentry-hook-timestamp': '1893456000',
      'sentry-app-signature': '01',
      'x-sentry-event': 'created',
    }
    const response = await post(errorTracker, '{}', headers)
    expect([response.status, response.text]).to.deep.equal([204, ''])
    expect(response.headers.get('x-webhook-result')).to.equal('ignored:installation')
    expect(seen?.head?.format).to.equal(Format.ERROR_TRACKER)
    expect(seen?.head?.headers).to.deep.equal(headers)
  })

  it('names the invalid signature header in every format', async () => {
    const message = 'Sentry-Hook-Signature does not match any valid secret (version 2).'
    for (const path of [errorTracker, codeHost]) {
      rejectWith('INVALID_SIGNATURE', { message })
      const response = await post(path, '{}')
      expect([response.status, response.json]).to.deep.equal([401, { code: 'INVALID_SIGNATURE', message }])
      expect(response.headers.get('x-webhook-result')).to.equal('rejected:INVALID_SIGNATURE')
    }
  })

  it('accepts at most 1 MiB from an error tracker', async () => {
    const response = await post(errorTracker, Buffer.alloc(1024 * 1024 + 1, ' '))
    expect([response.status, response.json.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
    expect(response.headers.get('x-webhook-result')).to.equal('rejected:PAYLOAD_TOO_LARGE')
  })

  it('streams 24 MiB unchanged', async () => {
    let received = 0
    gateway().stubs.webhooks.execute = async (messages) => {
      received = (await read(messages)).body.length
      return executed(ExecutionResult.RENDERED)
    }
    const body = Buffer.alloc(24 * 1024 * 1024, 'x')
    expect((await post(codeHost, body)).status).to.equal(204)
    expect(received).to.equal(body.length)
  })

  it('reads a body no faster than webhook-service', async () => {
    const arrived = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    gateway().stubs.webhooks.execute = async (messages) => {
      for await (const _ of messages) {
        arrived.resolve()
        await taken.promise
      }
      return executed(ExecutionResult.RENDERED)
    }
    const size = 20 * 1024 * 1024
    const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1')
    socket.write(
      `POST ${codeHost} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`,
    )
    const isFlushed = socket.write(Buffer.alloc(size))
    let wasTaken = false
    socket.once('drain', () => {
      wasTaken = true
    })
    await arrived.promise
    // During these requests a gateway without back-pressure would read the whole body.
    for (let count = 0; count < 20; count += 1) await gateway().call('GET', '/users/@me')
    expect([isFlushed, wasTaken]).to.deep.equal([false, false])
    taken.resolve()
    const [response] = await once(socket, 'data')
    expect(String(response)).to.match(/^HTTP\/1\.1 204/)
    socket.destroy()
  })

  it('returns the message for wait=true, and 204 if there is none', async () => {
    const waited = await post(`${codeHost}?wait=true`, '{}')
    expect([waited.status, waited.json]).to.deep.equal([200, shownMessage])
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages)
      return executed(ExecutionResult.IGNORED, { ignoredEvent: 'star.deleted' })
    }
    const ignored = await post(`${codeHost}?wait=true`, '{}')
    expect([ignored.status, ignored.headers.get('x-webhook-result')]).to.deep.equal([
      204,
      'ignored:star.deleted',
    ])
  })

  it('returns the result of a dry run', async () => {
    gateway().stubs.webhooks.execute = async (messages) => {
      expect((await read(messages)).head?.dryRun).to.equal(true)
      return executed(ExecutionResult.FILTERED, { detail: 'a "reason"' })
    }
    const { status, json } = await post(`${chatCompat}?dry_run=true`, '{}')
    expect([status, json]).to.deep.equal([200, { result: 'filtered', detail: 'a "reason"', message: null }])
  })

  it('rejects invalid values of wait and dry_run by name', async () => {
    for (const query of ['wait=2', 'wait=', 'dry_run=on', 'wait=true&wait=true', 'dry_run=yes']) {
      const response = await post(`${codeHost}?${query}`, '{}')
      const [problem] = response.json.errors as { path: string; code: string }[]
      expect([response.status, problem?.path, problem?.code]).to.deep.equal([
        400,
        query.split('=')[0],
        'INVALID_BOOLEAN',
      ])
      expect(response.headers.get('x-webhook-result')).to.equal('rejected:INVALID_FORM_BODY')
    }
    const chat = await post(`${chatCompat}?wait=maybe`, '{}')
    expect([chat.status, chat.text]).to.deep.equal([400, 'invalid_payload'])
    expect(gateway().stubs.received).to.deep.equal([])
  })

  it('returns the rate limit of webhook-service', async () => {
    const rateLimit = {
      bucket: 'webhook:execute',
      limit: 60,
      remaining: 59,
      resetAt: 1893456001.5,
      retryAfter: 0,
      global: false,
    }
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages)
      return executed(ExecutionResult.RENDERED, {}, toRateLimitState(rateLimit))
    }
    const { headers } = await post(codeHost, '{}')
    expect(headers.get('x-ratelimit-limit')).to.equal('60')
    expect(headers.get('x-ratelimit-reset')).to.equal('1893456001.500')
    const after = 1893456001.5 - gateway().clock.now() / 1000
    expect(Number(headers.get('x-ratelimit-reset-after'))).to.be.closeTo(Math.max(0, after), 1)
    rejectWith('RATE_LIMITED', {
      data: { retry_after: 2.25, global: false },
      rateLimit: { ...rateLimit, remaining: 0, retryAfter: 2.25 },
    })
    const limited = await post(codeHost, '{}')
    expect(limited.json).to.deep.include({ code: 'RATE_LIMITED', retry_after: 2.25, global: false })
    expect(limited.headers.get('retry-after')).to.equal('3')
    expect(limited.headers.get('x-ratelimit-remaining')).to.equal('0')
    const chat = await post(chatCompat, '{}')
    expect([chat.status, chat.text, chat.headers.get('retry-after')]).to.deep.equal([
      429,
      'rate_limited',
      '3',
    ])
  })

  it('replaces unsafe characters of a payload in the result header', async () => {
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages)
      return executed(ExecutionResult.IGNORED, { ignoredEvent: 'a\r\nSet-Cookie: b=\u00fc' })
    }
    const { status, headers } = await post(codeHost, '{}')
    expect([status, headers.get('x-webhook-result'), headers.get('set-cookie')]).to.deep.equal([
      204,
      'ignored:a??Set-Cookie: b=?',
      null,
    ])
  })

  it('does not count against the global limit', async () => {
    const responses = await Promise.all(Array.from({ length: 80 }, () => post(chatCompat, '{"text":"hi"}')))
    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]))
  })
})
