import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { type TestGateway, useGateway } from './running-gateway.ts'

describe('GET /users/@me/audit', () => {
  const gateway = useGateway()
  const call: TestGateway['call'] = (...request) => gateway().call(...request)
  const lastRequest = () => gateway().stubs.received.at(-1)?.request

  it('returns all documented fields and null for unknown values', async () => {
    const response = await call('GET', '/users/@me/audit')
    expect(response.status).to.equal(200)
    expect(response.headers.get('cache-control')).to.equal('no-store')
    expect(response.headers.get('x-ratelimit-bucket')).to.equal('auth:audit')
    expect(response.json).to.deep.equal([
      {
        id: '12',
        at: '2030-01-01T00:00:01.000Z',
        type: 'account.sign_in',
        outcome: 'ok',
        address: '192.0.2.7',
        client_info: { browser: 'Firefox', location: null, os: null, platform: null },
        session_id_hash: 'annsHash',
        detail: { method: 'password' },
      },
      {
        id: '11',
        at: '2030-01-01T00:00:00.000Z',
        type: 'account.status',
        outcome: 'failed',
        address: null,
        client_info: null,
        session_id_hash: null,
        detail: {},
      },
    ])
    expect(lastRequest()).to.deep.include({ pageSize: 0, pageToken: '', type: undefined, after: undefined })
    expect(response.headers.get('link')).to.equal(null)
  })

  it('requests a page of the caller only', async () => {
    await call('GET', '/users/@me/audit?limit=100&before=12&type=account.sign_in')
    expect(lastRequest()).to.deep.include({ pageSize: 100, pageToken: '12', type: 'account.sign_in' })
    expect(lastRequest()).to.have.nested.property('actor.accountId', '1')
  })

  it('links to the next page, with its filter and in its direction', async () => {
    gateway().stubs.auth.listMyAudit = () => ({ records: [], nextPageToken: '11' })
    const nextOf = async (query: string) =>
      (await call('GET', `/users/@me/audit${query}`)).headers.get('link')
    const url = 'http://localhost:8080/users/@me/audit'
    expect(await nextOf('')).to.equal(`<${url}?before=11>; rel="next"`)
    expect(await nextOf('?type=account.sign_in&limit=2&before=14')).to.equal(
      `<${url}?limit=2&type=account.sign_in&before=11>; rel="next"`,
    )
    expect(await nextOf('?after=9')).to.equal(`<${url}?after=11>; rel="next"`)
    expect(lastRequest()).to.deep.include({ pageToken: '', after: '9' })
  })

  it('names a rejected position as the query does', async () => {
    gateway().stubs.auth.listMyAudit = () => {
      throw invalidFields({ page_token: 'INVALID_SNOWFLAKE_FORMAT' })
    }
    const { json } = await call('GET', '/users/@me/audit')
    expect(json).to.have.nested.property('errors[0].path', 'before')
  })

  for (const [query, path, code] of [
    ['limit=0', 'limit', 'NUMBER_OUT_OF_RANGE'],
    ['limit=101', 'limit', 'NUMBER_OUT_OF_RANGE'],
    ['limit=-1', 'limit', 'NUMBER_OUT_OF_RANGE'],
    ['limit=ten', 'limit', 'INVALID_INTEGER_FORMAT'],
    ['limit=', 'limit', 'INVALID_INTEGER_FORMAT'],
    ['limit=5&limit=6', 'limit', 'INVALID_INTEGER_FORMAT'],
    ['before=x', 'before', 'INVALID_SNOWFLAKE_FORMAT'],
    ['before=-1', 'before', 'INVALID_SNOWFLAKE_FORMAT'],
    ['before=99999999999999999999', 'before', 'SNOWFLAKE_OUT_OF_RANGE'],
    ['after=', 'after', 'INVALID_SNOWFLAKE_FORMAT'],
    ['before=1&after=2', 'after', 'FIELD_NOT_ALLOWED'],
    ['type=', 'type', 'INVALID_FORMAT'],
    ['type=account', 'type', 'INVALID_FORMAT'],
    ['type=account.sign_in&type=account.role', 'type', 'INVALID_FORMAT'],
  ] as const) {
    it(`rejects ?${query}`, async () => {
      const response = await call('GET', `/users/@me/audit?${query}`)
      expect(response.status).to.equal(400)
      expect(response.json).to.have.property('code', 'INVALID_FORM_BODY')
      expect(response.json).to.have.nested.property('errors[0].path', path)
      expect(response.json).to.have.nested.property('errors[0].code', code)
      expect(gateway().stubs.received).to.deep.equal([])
    })
  }

  it('returns 401 without a token, for an expired token and for a deleted account', async () => {
    for (const token of [null, 'nonsense']) {
      const response = await call('GET', '/users/@me/audit', { token })
      expect([response.status, response.json.code]).to.deep.equal([401, 'UNAUTHORIZED'])
    }
    gateway().stubs.auth.listMyAudit = () => {
      throw new ServiceError('UNAUTHORIZED')
    }
    expect((await call('GET', '/users/@me/audit')).status).to.equal(401)
  })

  it('returns 503 while auth-service is unavailable', async () => {
    gateway().stubs.auth.listMyAudit = () => {
      throw new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 1 } })
    }
    expect((await call('GET', '/users/@me/audit')).status).to.equal(503)
  })
})
