import { expect } from 'chai'
import type { Answer } from './client.ts'
import { annsToken, handoffCode, webhookToken } from './fixtures.ts'
import { sendRaw } from './raw-http.ts'
import type { TestGateway } from './running-gateway.ts'

/** A path of the table with parameters that the stubs know. */
export const filled = (path: string) =>
  path
    .replace('{channel_id}', '200')
    .replace('{guild_id}', '100')
    .replace('{webhook_id}', '300')
    .replace('{token}', webhookToken)
    .replace('{code}', handoffCode)

type Caller = TestGateway['call']

export function takesNoOddBody(call: Caller, method: string, path: string): void {
  const malformed: [string, string][] = [
    ['broken JSON', '{"a":'],
    ['a duplicate key', '{"name":"a","name":"b"}'],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a comment', '{/*a*/}'],
    ['depth', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`],
  ]
  for (const [what, body] of malformed) {
    it(`refuses ${what} with its position`, async () => {
      const answer = await call(method, path, { body })
      expect([answer.status, answer.json.code]).to.deep.equal([400, 'MALFORMED_JSON'])
      expect(answer.json.position).to.be.a('number')
      expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false)
    })
  }

  it('refuses invalid UTF-8', async () => {
    const answer = await call(method, path, { body: Buffer.from('{"name":"\xff"}', 'latin1') })
    expect(answer.json.code).to.equal('MALFORMED_JSON')
  })

  it('refuses a body that is no object', async () => {
    for (const json of [[], 'text', 7, null, true]) {
      const answer = await call(method, path, { json })
      expect(answer.json.errors).to.deep.include({
        path: 'root',
        code: 'INVALID_FORMAT',
        message: 'This value has the wrong form.',
      })
    }
  })

  it('refuses other content types and encodings', async () => {
    const types = [
      'text/plain',
      'application/json; charset=latin1',
      'application/x-www-form-urlencoded',
      'application/jsonx',
    ]
    for (const type of types) {
      const answer = await call(method, path, { body: '{}', headers: { 'content-type': type } })
      expect([type, answer.status, answer.json.code]).to.deep.equal([type, 415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    const zipped = await call(method, path, { body: '{}', headers: { 'content-encoding': 'gzip' } })
    expect(zipped.status).to.equal(415)
  })

  it('takes an empty body for {} whatever its type', async () => {
    const answer = await call(method, path, { body: '', headers: { 'content-type': 'text/odd' } })
    expect([200, 400]).to.include(answer.status)
    if (answer.status === 400) expect(answer.json.code).to.equal('INVALID_FORM_BODY')
  })

  it('refuses what is too large', async () => {
    const answer = await call(method, path, { body: `{"a":"${'x'.repeat(513 * 1024)}"}` })
    expect([answer.status, answer.json.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
    expect(answer.json.limit).to.be.oneOf([64 * 1024, 512 * 1024])
  })
}

export function takesNoOddValue(
  call: Caller,
  method: string,
  path: string,
  good: Record<string, unknown>,
): void {
  const odd = [{ $ne: null }, { $gt: '' }, { $where: '1' }, [], [['a']], 12.5, null, '']
  for (const field of Object.keys(good)) {
    it(`refuses what is no ${field}, under its path`, async () => {
      for (const value of odd) {
        if (field === 'session_id_hashes' && Array.isArray(value) && value.length === 0) continue
        const answer = await call(method, path, { json: { ...good, [field]: value } })
        const paths = (answer.json.errors as { path: string }[] | undefined)?.map(
          (one) => one.path.split('.')[0],
        )
        expect([value, answer.status, paths]).to.deep.equal([value, 400, [field]])
      }
    })
  }

  it('names all problems at once', async () => {
    const wrong = Object.fromEntries(Object.keys(good).map((field) => [field, { $ne: null }]))
    const answer = await call(method, path, { json: wrong })
    const paths = (answer.json.errors as { path: string }[]).map((one) => one.path)
    expect(paths).to.have.members(Object.keys(good))
  })

  it('ignores keys it does not know', async () => {
    const answer = await call(method, path, {
      json: { ...good, mfa: false, user_id: '9', flags: 1, 'a.$b': 1 },
    })
    expect(answer.status).to.be.oneOf([200, 204])
  })
}

export function takesNoBadToken(
  call: Caller,
  gateway: () => TestGateway,
  method: string,
  path: string,
  json: unknown,
): void {
  it('answers every bad token with the same bytes', async () => {
    const bad = [
      null,
      'gh_unknown',
      annsToken.slice(0, -1),
      `${annsToken}x`,
      `Bot ${annsToken}`,
      `Bearer`,
      `Basic ${Buffer.from(`a:${annsToken}`).toString('base64')}`,
      `Bearer ${annsToken} ${annsToken}`,
      'x'.repeat(64 * 1024),
      '\u00e9\u00ff',
    ]
    const answers: Answer[] = []
    for (const token of bad) answers.push(await call(method, path, { token, ...(json ? { json } : {}) }))
    const raw = await sendRaw(
      gateway().url,
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ${annsToken}\r\nAuthorization: ${annsToken}\r\n\r\n`,
    )
    const bodies = new Set([...answers.map(({ text }) => text), raw.body])
    expect([...bodies]).to.deep.equal(['{"code":"UNAUTHORIZED","message":"Sign in first."}'])
    expect(new Set([...answers.map(({ status }) => status), raw.status])).to.deep.equal(new Set([401]))
    const names = answers.map(({ headers }) =>
      [...headers.keys()].filter((name) => name !== 'connection').join(),
    )
    expect(new Set(names).size, [...new Set(names)].join(' | ')).to.equal(1)
  })

  it('never reads a token from query or body', async () => {
    const answer = await call(method, `${path}?token=${annsToken}&authorization=${annsToken}`, {
      token: null,
      ...(json ? { json: { ...json, token: annsToken } } : {}),
    })
    expect(answer.status).to.equal(401)
  })

  it('takes the token with and without its scheme', async () => {
    for (const token of [annsToken, `Bearer ${annsToken}`, `bearer ${annsToken}`]) {
      const answer = await call(method, path, { token, ...(json ? { json } : {}) })
      expect(answer.status).to.be.oneOf([200, 204])
    }
  })
}

export function takesNoOddId(call: Caller, method: string, pattern: string, json: unknown): void {
  const name = /\{(\w+_id)\}/.exec(pattern)?.[1] ?? ''
  it(`refuses what is no ${name}`, async () => {
    const odd = [
      'abc',
      '01',
      '-1',
      '1.5',
      '9223372036854775808',
      '%20',
      '1e3',
      '18446744073709551617',
      '$ne',
      '%2531',
    ]
    for (const id of odd) {
      const answer = await call(method, filled(pattern.replace(`{${name}}`, id)), json ? { json } : {})
      const [problem] = (answer.json.errors as { path: string; code: string }[] | undefined) ?? []
      if (id === '%2531') expect(answer.json.code).to.equal('NOT_FOUND')
      else expect([id, answer.status, problem?.path]).to.deep.equal([id, 400, name])
    }
    const broken = await call(method, filled(pattern.replace(`{${name}}`, '%zz')), json ? { json } : {})
    expect(broken.status).to.equal(404)
  })
}
