import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

describe('an internal error', () => {
  const gateway = useGateway()

  it('is logged once and not described to the client', async () => {
    gateway().stubs.auth.getMe = () => {
      throw new Error('password of mongodb is hunter2')
    }
    const response = await gateway().call('GET', '/users/@me')
    expect([response.status, response.text]).to.deep.equal([
      500,
      '{"code":"INTERNAL_SERVER_ERROR","message":"An internal error occurred."}',
    ])
  })

  it('includes a response without a required field', async () => {
    gateway().stubs.auth.getMe = () => ({ account: undefined })
    expect((await gateway().call('GET', '/users/@me')).status).to.equal(500)
    gateway().stubs.auth.getUsers = () => ({ users: [] })
    expect((await gateway().call('GET', '/webhooks/300')).status).to.equal(500)
  })

  it('is not returned if a service is busy: Retry-After is set', async () => {
    gateway().stubs.auth.login = () => {
      throw new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 2.5 } })
    }
    const response = await gateway().call('POST', '/auth/login', {
      json: { email: 'a@b.test', password: 'x' },
    })
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '3'])
    expect(response.json).to.deep.include({ code: 'SERVICE_UNAVAILABLE', retry_after: 2.5 })
  })

  it('is not returned for the field errors of a service', async () => {
    const problem = {
      path: 'email',
      code: 'EMAIL_ALREADY_IN_USE',
      message: 'An account with this email already exists.',
    } as const
    gateway().stubs.auth.register = () => {
      throw new ServiceError('INVALID_FORM_BODY', { fields: [problem] })
    }
    const json = { consent: true, date_of_birth: '1990-01-01' }
    const response = await gateway().call('POST', '/auth/register', { json })
    expect([response.status, response.json]).to.deep.equal([
      400,
      { code: 'INVALID_FORM_BODY', message: 'One or more fields are invalid.', errors: [problem] },
    ])
  })

  it('reports an error code that the route does not list', async () => {
    gateway().stubs.auth.getMe = () => {
      throw new ServiceError('NO_TEXT')
    }
    expect((await gateway().call('GET', '/users/@me')).status).to.equal(400)
    expect(gateway().unlisted.splice(0)).to.deep.equal(['/users/@me NO_TEXT'])
  })
})

describe('a gateway without one service', () => {
  const gateway = useGateway()

  it('returns 503 where it is needed, serves other routes, and stays ready', async () => {
    const ready = () => fetch(`http://${gateway().opsAddress}/health/ready`)
    expect((await ready()).status).to.equal(200)
    await gateway().stubs.servers.auth.drain(0)
    const login = { json: { email: 'a@b.test', password: 'x' } }
    const rejection = await gateway().call('POST', '/auth/login', login)
    expect([rejection.status, rejection.json.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(rejection.headers.get('retry-after')).to.equal('1')
    expect((await gateway().call('GET', '/auth/sessions')).status).to.equal(200)
    const response = await ready()
    expect([response.status, await response.json()]).to.deep.equal([
      200,
      { status: 'ready', unavailable: ['auth'] },
    ])
    const metrics = await (await fetch(`http://${gateway().opsAddress}/metrics`)).text()
    expect(metrics).to.contain('gatehouse_upstream_available{upstream="auth"} 0\n')
    expect(metrics).to.contain('gatehouse_upstream_available{upstream="redis"} 1\n')
  })

  it('fails closed if tokens cannot be verified', async () => {
    await gateway().stubs.servers.sessions.drain(0)
    const response = await gateway().call('GET', '/auth/sessions/current')
    expect([response.status, response.json.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect((await gateway().call('GET', '/openapi.json')).status).to.equal(200)
  })
})

describe('a gateway without Redis', () => {
  const gateway = useGateway({ GATEHOUSE_REDIS_URL: 'redis://127.0.0.1:1' })

  it('fails closed on limited routes and continues executions', async () => {
    for (const [method, path] of [
      ['GET', '/auth/sessions/current'],
      ['POST', '/auth/login'],
    ] as const) {
      const response = await gateway().call(method, path)
      expect([response.status, response.json.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
      expect(response.headers.get('retry-after')).to.equal('1')
    }
    const execution = await gateway().call('POST', '/webhooks/300/ghw_x/chat-compat', {
      json: { text: 'hi' },
    })
    expect([execution.status, execution.text]).to.deep.equal([200, 'ok'])
  })
})

describe('a gateway under overload', () => {
  const gateway = useGateway({ GATEHOUSE_REQUESTS_IN_FLIGHT: '3' })

  it('rejects excess requests immediately, and accepts requests when slots are free', async () => {
    const goOn = Promise.withResolvers<void>()
    const { getMe } = gateway().stubs.auth
    gateway().stubs.auth.getMe = async (request, call) => {
      await goOn.promise
      return getMe(request, call)
    }
    const six = Array.from({ length: 6 }, () => gateway().call('GET', '/users/@me'))
    const first = await Promise.race(six)
    expect([first.status, first.json.code, first.headers.get('retry-after')]).to.deep.equal([
      503,
      'SERVICE_UNAVAILABLE',
      '1',
    ])
    goOn.resolve()
    const statuses = (await Promise.all(six)).map(({ status }) => status).toSorted()
    expect(statuses).to.deep.equal([200, 200, 200, 503, 503, 503])
    expect((await gateway().call('GET', '/users/@me')).status).to.equal(200)
  })
})

describe('a gateway whose upstream does not respond', () => {
  const gateway = useGateway({}, { deadlines: { callMs: 100 } })

  it('returns 504 after the deadline', async () => {
    gateway().stubs.auth.getMe = () => new Promise(() => {})
    const response = await gateway().call('GET', '/users/@me')
    expect(response.status).to.equal(504)
    expect(response.json).to.include({ code: 'UPSTREAM_TIMEOUT', retry_after: 1 })
    expect(response.headers.get('retry-after')).to.equal('1')
  })
})
