import { rest } from '@gatehouse/admin/rest'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack, type TestAccount, type Webhook } from './dev-stack.ts'
import { certificateOf } from './network-tls.ts'

describe('a gateway whose certificate its upstreams reject', () => {
  const { log, lines } = logLines('warn')
  const stack = openDevStack({ log })
  let ann: TestAccount
  let webhook: Webhook
  before(async () => {
    stack.network().expectRejections()
    ann = await stack.register('ann')
    webhook = await stack.createWebhook(await stack.createGuildChannel(ann))
  })

  for (const name of ['expired', 'foreign', 'nobody']) {
    it(`answers 503 with Retry-After, and says which upstreams it lacks: ${name}`, async () => {
      const gateway = await stack.network().openGateway({ settings: certificateOf(name), isReady: false })
      try {
        const requests = [
          ['POST', '/auth/login', { body: { email: ann.email, password: ann.password } }],
          ['GET', '/users/@me', { token: ann.token }],
          ['POST', `/webhooks/${webhook.id}/${webhook.token}`, { body: { content: 'built' } }],
        ] as const
        for (const [method, path, call] of requests) {
          const { status, headers } = await rest(gateway.url, method, path, call)
          expect([path, status, headers.get('retry-after')]).to.deep.equal([path, 503, '1'])
          const requestId = headers.get('x-request-id')
          const logged = lines.find(
            ({ msg, request_id }) => msg === 'request failed' && request_id === requestId,
          )
          expect(logged).to.include({ code: 'SERVICE_UNAVAILABLE' }).and.not.have.property('err')
          expect(logged?.reason, path).to.match(/not allowed|certificate|no stream to session-service/i)
        }
        await until(async () => {
          const ready = await fetch(`http://${gateway.opsAddress}/health/ready`)
          expect([ready.status, await ready.json()]).to.deep.equal([
            200,
            { status: 'ready', unavailable: ['auth', 'sessions', 'webhooks'] },
          ])
        })
        const metrics = await (await fetch(`http://${gateway.opsAddress}/metrics`)).text()
        expect(metrics).to.contain('gatehouse_upstream_available{upstream="auth"} 0')
      } finally {
        await gateway.close()
      }
    })
  }
})
