import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { handoffCode, ticket, webhookToken } from './fixtures.ts'
import { goodRequest } from './good-request.ts'
import { useGateway } from './running-gateway.ts'

describe('every route', () => {
  const gateway = useGateway()

  for (const prefix of ['', '/v1']) {
    for (const route of apiRoutes.filter(({ isSenderBody }) => !isSenderBody)) {
      it(`accepts a valid request: ${route.method} ${prefix}${route.path}`, async () => {
        const { path, options } = goodRequest(route)
        const response = await gateway().call(route.method.toUpperCase(), `${prefix}${path}`, options)
        expect(response.status, response.text).to.equal(route.responses[0]?.status)
        expect(response.headers.get('cache-control')).to.equal('no-store')
        const { bucket = null, each } = route.rateLimit ?? {}
        expect(response.headers.get('x-ratelimit-bucket')).to.equal(each?.bucket ?? bucket)
        for (const secret of [webhookToken, handoffCode, ticket])
          expect(gateway().logged.text()).not.to.include(secret)
      })
    }
  }

  for (const route of apiRoutes) {
    it(`reveals nothing about an internal error: ${route.method} ${route.path}`, async () => {
      const { auth, sessions, handoffs, webhooks, deliveries } = gateway().stubs
      for (const verbs of [auth, sessions, handoffs, webhooks, deliveries]) {
        for (const name of Object.keys(verbs)) Object.assign(verbs, { [name]: breaks })
      }
      const { path, options } = goodRequest(route)
      const { status, text } = await gateway().call(route.method.toUpperCase(), path, options)
      if (status < 300) return
      const words = route.errorText
        ? 'rollup_error'
        : '{"code":"INTERNAL_SERVER_ERROR","message":"An internal error occurred."}'
      expect([status, text]).to.deep.equal([500, words])
    })
  }
})

function breaks(): never {
  throw new Error('E11000 duplicate key at mongodb://root:hunter2@10.0.0.7:27017')
}
