import { apiRoutes } from '@gatehouse/gateway/routes'
import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { slowRequest } from '@gatehouse/service-kit/testing/slow-request'
import { expect } from 'chai'
import { annsToken, session } from './fixtures.ts'
import { goodRequest } from './good-request.ts'
import { useGateway } from './running-gateway.ts'

const changing = apiRoutes.filter(({ access, method }) => access === 'account' && method !== 'get')

type Change = { method: string; path: string; json: unknown }

describe('a body that arrives late', () => {
  const gateway = useGateway()
  const patch: Change = { method: 'PATCH', path: '/users/@me', json: { global_name: 'Ann' } }
  const received = () => gateway().stubs.received.map(({ rpc }) => rpc)
  const begin = ({ method, path, json }: Change) =>
    slowRequest(gateway().url, {
      method,
      path,
      body: JSON.stringify(json),
      headers: { authorization: annsToken },
    })

  for (const route of changing) {
    it(`has no effect after its session has ended: ${route.method} ${route.path}`, async () => {
      const { path, options } = goodRequest(route)
      const { finish } = await begin({
        method: route.method.toUpperCase(),
        path,
        json: options.json ?? 'ignored',
      })
      gateway().stubs.signedIn.delete(annsToken)
      gateway().clock.advance(501)
      const { status, body } = await finish()
      expect([status, JSON.parse(body).code]).to.deep.equal([401, 'UNAUTHORIZED'])
      expect(received()).to.deep.equal([])
    })
  }

  it('uses the session as of the end of the body', async () => {
    const { finish } = await begin(patch)
    const provedAt = new Date('2030-01-01T00:00:05.000Z')
    gateway().stubs.signedIn.set(annsToken, { ...session, provedAt })
    gateway().clock.advance(501)
    expect((await finish()).status).to.equal(200)
    expect(gateway().stubs.received.at(-1)?.request).to.have.deep.nested.property('actor.provedAt', provedAt)
  })

  it('does not verify the session again within half a second', async () => {
    const verified = countLookups(gateway().stubs)
    const { finish } = await begin(patch)
    gateway().clock.advance(500)
    expect([(await finish()).status, verified()]).to.deep.equal([200, 1])
  })
})

function countLookups(stubs: { signedIn: Map<string, Session> }): () => number {
  let count = 0
  const signedIn = new Map(stubs.signedIn)
  stubs.signedIn = Object.assign(signedIn, {
    get(token: string) {
      count += 1
      return Map.prototype.get.call(signedIn, token) as Session | undefined
    },
  })
  return () => count
}
