import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { annsToken, handoffCode, webhookToken } from './fixtures.ts'
import { filled, takesNoBadToken, takesNoOddBody, takesNoOddId, takesNoOddValue } from './odd-requests.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

/** A body each route takes, by path and method; what is not here takes none. */
const goodBodies: Record<string, Record<string, unknown>> = {
  'post /auth/register': {
    consent: true,
    date_of_birth: '1990-01-01',
    email: 'a@b.test',
    password: 'long enough',
  },
  'post /auth/login': { email: 'a@b.test', password: 'long enough' },
  'post /auth/username-suggestions': { global_name: 'Ann' },
  'post /auth/sessions/logout': { session_id_hashes: ['a'], password: 'long enough' },
  'post /auth/handoff/complete': { code: handoffCode, token: annsToken, user_id: '1' },
  'post /channels/{channel_id}/webhooks': { name: 'Builds' },
  'patch /webhooks/{webhook_id}': { name: 'Builds', channel_id: '201' },
  'patch /webhooks/{webhook_id}/settings': { deduplicate: true, signing_secret_grace_seconds: 60 },
  'patch /webhooks/{webhook_id}/{token}': { name: 'Builds' },
}

const parsed = apiRoutes.filter((route) => !/-(?:host|compat|tracker)$/.test(route.path))

for (const prefix of ['', '/v1']) {
  for (const route of parsed) {
    const path = `${prefix}${filled(route.path)}`
    const method = route.method.toUpperCase()
    const good = goodBodies[`${route.method} ${route.path}`]

    describe(`${method} ${prefix}${route.path}`, () => {
      const gateway = useGateway()
      const call: TestGateway['call'] = (...request) => gateway().call(...request)
      afterEach(() => {
        for (const secret of [webhookToken, handoffCode])
          expect(gateway().logged.text()).not.to.include(secret)
      })

      if (good) {
        takesNoOddBody(call, method, path)
        takesNoOddValue(call, method, path, good)
      }
      if (route.access === 'account') takesNoBadToken(call, gateway, method, path, good)
      if (route.path.includes('_id}')) takesNoOddId(call, method, `${prefix}${route.path}`, good)

      it('takes what is right', async () => {
        const answer = await call(method, path, good ? { json: good } : {})
        expect(answer.status).to.equal(route.responses[0]?.status)
        expect(answer.headers.get('cache-control')).to.equal('no-store')
        expect(answer.headers.get('x-ratelimit-bucket')).to.equal(route.rateLimit?.bucket)
      })

      it('is not found with a slash at the end, in other case, or escaped', async () => {
        const [, first = ''] = /^\/(?:v1\/)?(\w+)/.exec(path) ?? []
        const shouted = path.replace(first, first.toUpperCase())
        const escaped = path.replace(first, `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`)
        for (const wrong of [
          `${path}/`,
          `/${path}`,
          shouted,
          escaped,
          `${path}%2F`,
          path.replace('/', '/%252e/'),
        ]) {
          const answer = await call(method, wrong, good ? { json: good } : {})
          // An escaped slash after a webhook's token or a handoff code belongs to it.
          const isToken = wrong === `${path}%2F` && /300|200|100|handoff/.test(path)
          if (!isToken)
            expect([wrong, answer.status, answer.json.code]).to.deep.equal([wrong, 404, 'NOT_FOUND'])
        }
      })

      it('refuses other methods by name', async () => {
        for (const wrong of ['PUT', 'PROPFIND']) {
          const answer = await call(wrong, path)
          expect([answer.status, answer.json.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED'])
          expect(answer.headers.get('allow')?.split(', ')).to.include(method)
        }
      })
    })
  }
}
