import { settings } from '@gatehouse/gateway/config'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

describe('the handoff page', () => {
  const gateway = useGateway({ GATEHOUSE_HANDOFF_PAGE: '1' })

  for (const prefix of ['', '/v1']) {
    it(`loads only its own files at ${prefix}/handoff`, async () => {
      const { text, headers } = await gateway().call('GET', `${prefix}/handoff`, { token: null })
      expect(headers.get('content-security-policy'))
        .to.include("script-src 'self'")
        .and.not.to.include('unsafe')
      expect(text).not.to.match(/<script>|<style|onclick=|https?:/)
      const files = [...text.matchAll(/(?:src|href)="(handoff[^"]+)"/g)].map(([, file]) => file ?? '')
      expect(files).to.have.members(['handoff/page.css', 'handoff/page.js'])
      for (const file of [...files, 'handoff/qr.js']) {
        const answer = await gateway().call('GET', `${prefix}/${file}`, { token: null })
        expect([file, answer.status]).to.deep.equal([file, 200])
      }
    })
  }

  it('has no other files', async () => {
    for (const file of ['nothing.js', '..%2Fqr.js', 'constructor']) {
      expect((await gateway().call('GET', `/handoff/${file}`)).status).to.equal(404)
    }
  })
})

describe('the handoff page by default', () => {
  const gateway = useGateway()

  it('does not exist', async () => {
    for (const path of ['/handoff', '/handoff/page.js']) {
      const { status, json } = await gateway().call('GET', path)
      expect([status, json.code]).to.deep.equal([404, 'NOT_FOUND'])
    }
  })

  it('cannot be enabled in production', () => {
    const env = { NODE_ENV: 'production', GATEHOUSE_HANDOFF_PAGE: '1', GATEHOUSE_REDIS_URL: 'redis://a:1' }
    expect(() => readSettings(settings, env)).to.throw('GATEHOUSE_HANDOFF_PAGE')
  })
})
