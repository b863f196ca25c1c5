import type { ApiRoute } from '@gatehouse/gateway/http/route'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { HandoffState } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { z } from 'zod'
import { annsToken, handoffCode } from './fixtures.ts'
import { goodRequest } from './good-request.ts'
import { openClient } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const signIns = apiRoutes.filter((route) => route.signsIn)
describe('the routes whose response has the token of a session', () => {
  it('sign in, except those that can be repeated or whose token the gateway knows', () => {
    const withToken = apiRoutes.filter(({ responses: [response] }) => {
      const schema = JSON.stringify(response?.schema ? z.toJSONSchema(response.schema) : {})
      return schema.includes('"token":') && schema.includes('"user_id":')
    })
    const unmarked = withToken.filter((route) => !route.signsIn).map(({ operationId }) => operationId)
    expect(unmarked).to.deep.equal(['pollIpAuthorization', 'getHandoffStatus'])
    expect(signIns).to.have.length(9)
  })
})

describe('a sign-in that the client does not get', () => {
  const gateway = useGateway()

  const send = (route: ApiRoute, headers: Record<string, string> = {}) => {
    const { path, options } = goodRequest(route)
    return gateway().call('POST', path, {
      ...options,
      token: null,
      headers: { ...options.headers, ...headers },
    })
  }
  const attempts = () => gateway().stubs.attempts
  const ended = () =>
    gateway()
      .stubs.received.filter(({ rpc }) => rpc === 'sessions.endAttempt')
      .map(({ request }) => (request as { attemptId: string }).attemptId)
  /** Replaces the rpcs of auth-service. */
  const answerWith = (rpc: (request: unknown, call: Call) => unknown) => {
    for (const verbs of [gateway().stubs.auth, gateway().stubs.sso])
      for (const name of Object.keys(verbs)) Object.assign(verbs, { [name]: rpc })
  }

  for (const route of signIns) {
    describe(route.operationId, () => {
      it('has an attempt of its own, which stays if the client gets the response', async () => {
        for (const header of [{}, { 'x-attempt-id': 'a'.repeat(36) }]) {
          const { status, text } = await send(route, header)
          expect(status, text).to.equal(200)
        }
        const [one, other, ...more] = attempts()
        expect(one).to.match(/^[\w-]{36}$/)
        expect(other)
          .to.match(/^[\w-]{36}$/)
          .and.not.equal(one)
          .and.not.equal('a'.repeat(36))
        expect([more, ended()]).to.deep.equal([[], []])
      })

      for (const code of ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'INTERNAL_SERVER_ERROR'] as const) {
        it(`ends after ${code}`, async () => {
          answerWith(() => {
            throw new ServiceError(code)
          })
          expect((await send(route)).status).to.be.at.least(500)
          const [attemptId] = attempts()
          await until(async () => expect(ended()).to.deep.equal([attemptId]))
        })
      }

      it('stays after an error of the client', async () => {
        answerWith(() => {
          throw new ServiceError('SSO_REQUIRED')
        })
        expect((await send(route)).status).to.equal(403)
        answerWith(() => {
          throw new ServiceError('SERVICE_UNAVAILABLE')
        })
        await send(route)
        const [, later] = attempts()
        await until(async () => expect(ended()).to.deep.equal([later]))
      })

      it('ends if the client left before the response', async () => {
        const begun = Promise.withResolvers<void>()
        answerWith(async (_, { signal }) => {
          begun.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
        })
        const { path, options } = goodRequest(route)
        const body = JSON.stringify(options.json)
        const headers = {
          ...options.headers,
          'content-type': 'application/json',
          'content-length': body.length,
        }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        const client = await openClient(gateway().url)
        client.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n${body}`)
        await begun.promise
        client.destroy()
        await until(async () => expect(ended()).to.deep.equal([attempts()[0]]))
      })
    })
  }

  it('is a handoff, whose session ends by its token', async () => {
    const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gateway().stubs.handoffs.status = async () => {
      begun.resolve()
      await left.promise
      return { state: HandoffState.COMPLETED, token: annsToken, accountId: '1' }
    }
    const client = await openClient(gateway().url)
    client.write(`GET /auth/handoff/${handoffCode}/status HTTP/1.1\r\nHost: a\r\nX-Request-Id: left\r\n\r\n`)
    await begun.promise
    client.destroy()
    // The gateway has noticed.
    await until(() =>
      gateway().logged.lines.some((line) => line.request_id === 'left' && line.status === null),
    )
    left.resolve()
    const revocations = () => gateway().stubs.received.filter(({ rpc }) => rpc === 'sessions.revokeToken')
    await until(() => revocations().length === 1)
    expect(revocations()[0]?.request).to.include({ token: annsToken, client: undefined })
  })

  it('has no attempt on routes that do not sign in', async () => {
    answerWith(() => {
      throw new ServiceError('SERVICE_UNAVAILABLE')
    })
    for (const route of apiRoutes.filter(({ signsIn, isSenderBody }) => !signsIn && !isSenderBody)) {
      const { path, options } = goodRequest(route)
      await gateway().call(route.method.toUpperCase(), path, options)
    }
    expect(attempts().length).to.be.above(50)
    expect(new Set(attempts())).to.deep.equal(new Set([undefined]))
    expect(ended()).to.deep.equal([])
  })
})
