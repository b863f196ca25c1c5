import { expect } from 'chai'
import { webhookToken } from './fixtures.ts'
import { useGateway } from './running-gateway.ts'

const everywhere = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** A request for each kind of response, and its status. */
const responses: [string, string, number][] = [
  ['GET', '/users/@me', 200],
  ['HEAD', '/users/@me', 200],
  ['DELETE', '/webhooks/300', 204],
  ['GET', '/webhooks/abc', 400],
  ['GET', '/nowhere', 404],
  ['GET', '/webhooks/%zz', 404],
  ['DELETE', '/users/@me', 405],
  ['OPTIONS', '/users/@me', 204],
  ['POST', `/webhooks/300/${webhookToken}/code-host`, 204],
  ['POST', `/webhooks/abc/${webhookToken}/chat-compat`, 400],
  ['GET', '/openapi.json', 200],
]

describe('the security headers of a response', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://gate.example' })

  for (const [method, path, expected] of responses) {
    it(`are set on ${method} ${path.replace(webhookToken, '{token}')}, ${expected}`, async () => {
      const { status, headers } = await gateway().call(method, path)
      expect(status).to.equal(expected)
      expect(Object.fromEntries(headers)).to.include({
        ...everywhere,
        'strict-transport-security': 'max-age=31536000',
        'content-security-policy': apiPolicy,
      })
    })
  }

  it('do not replace the policy of a page', async () => {
    const { headers } = await gateway().call('GET', '/docs')
    expect(headers.get('content-security-policy')).to.match(/^default-src 'none'; script-src 'self'; /)
    expect(Object.fromEntries(headers)).to.include(everywhere)
  })
})

describe('the security headers of a response over http', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' })

  it('do not require https', async () => {
    const { headers } = await gateway().call('GET', '/users/@me')
    expect(headers.has('strict-transport-security')).to.equal(false)
    expect(Object.fromEntries(headers)).to.include({ ...everywhere, 'content-security-policy': apiPolicy })
  })
})
