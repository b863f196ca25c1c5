import { expect } from 'chai'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

describe('the API reference', () => {
  const gateway = useGateway()

  it('serves the document', async () => {
    for (const path of ['/openapi.json', '/v1/openapi.json']) {
      const { json, headers } = await gateway().call('GET', path, { token: null })
      expect(json).to.have.property('openapi', '3.1.0')
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8')
    }
  })

  for (const prefix of ['', '/v1']) {
    it(`serves a page at ${prefix}/docs that loads its own files alone`, async () => {
      const { text, headers } = await gateway().call('GET', `${prefix}/docs`, { token: null })
      expect(headers.get('content-security-policy'))
        .to.include("script-src 'self'")
        .and.not.to.include('unsafe')
      expect(text).not.to.match(/<script>|<style|onload=|https?:/)
      const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
      expect(files).to.include('docs/start.js')
      for (const file of files) {
        const { pathname } = new URL(file, `${gateway().url}${prefix}/docs`)
        const answer = await gateway().call('GET', pathname, { token: null })
        expect([pathname, answer.status]).to.deep.equal([pathname, 200])
        expect(answer.text.length).to.be.above(50)
      }
    })
  }

  it('serves nothing else beside it', async () => {
    const odd = [
      'package.json',
      '..%2fpackage.json',
      '..%2f..%2fpackage.json',
      '__proto__',
      'constructor',
      'index.html',
    ]
    for (const file of odd) expect((await gateway().call('GET', `/docs/${file}`)).status).to.equal(404)
    const raw = await sendRaw(
      gateway().url,
      'GET /docs/../package.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    expect(raw.status).to.equal(404)
  })
})
