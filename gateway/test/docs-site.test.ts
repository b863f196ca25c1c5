import { expect } from 'chai'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const pages = ['/docs', '/docs/start', '/docs/reference']

describe('the documentation site', () => {
  const gateway = useGateway()

  it('serves the OpenAPI document', async () => {
    for (const path of ['/openapi.json', '/v1/openapi.json']) {
      const { json, headers } = await gateway().call('GET', path, { token: null })
      expect(json).to.have.property('openapi', '3.1.0')
      expect(headers.get('content-type')).to.equal('application/json')
    }
  })

  for (const page of ['', '/v1'].flatMap((prefix) => pages.map((path) => prefix + path))) {
    it(`serves a page at ${page} that loads only its own files`, async () => {
      const { text, headers } = await gateway().call('GET', page, { token: null })
      expect(headers.get('content-security-policy')).to.include("script-src 'self';").and.not.include('eval')
      expect(text).not.to.match(/<script>|<style| style=| on\w+=|(?:src|href)="https?:/)
      const files = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file ?? '')
      expect(files.join()).to.match(/site\.css/)
      for (const file of new Set(files)) {
        const { pathname } = new URL(file, gateway().url + page)
        const response = await gateway().call('GET', pathname, { token: null })
        expect([pathname, response.status]).to.deep.equal([pathname, 200])
        expect(response.text.length).to.be.above(50)
      }
    })
  }

  it('allows inline styles only for the API reference', async () => {
    for (const page of pages) {
      const { headers } = await gateway().call('GET', page, { token: null })
      const allowsInline = headers.get('content-security-policy')?.includes("'unsafe-inline'")
      expect([page, allowsInline]).to.deep.equal([page, page === '/docs/reference'])
    }
  })

  for (const path of ['/openapi.json', '/docs', '/docs/search.json', '/docs/scalar.js']) {
    const get = (headers: Record<string, string>) => gateway().call('GET', path, { token: null, headers })

    it(`compresses ${path} as negotiated`, async () => {
      const plain = await get({ 'accept-encoding': 'identity' })
      const accepted = { br: 'br, gzip', gzip: 'gzip;q=0.5, br;q=0', identity: 'zstd' }
      for (const [encoding, header] of Object.entries(accepted)) {
        const response = await get({ 'accept-encoding': header })
        expect(response.headers.get('content-encoding') ?? 'identity').to.equal(encoding)
        expect(response.headers.get('vary')).to.equal('Accept-Encoding')
        expect(response.text).to.equal(plain.text)
      }
    })

    it(`returns 304 if the client has ${path}`, async () => {
      const plain = await get({ 'accept-encoding': 'identity' })
      const compressed = await get({ 'accept-encoding': 'gzip' })
      const etag = plain.headers.get('etag') ?? ''
      expect(etag)
        .to.match(/^"[\w-]+"$/)
        .and.not.equal(compressed.headers.get('etag'))
      for (const known of [etag, `"other", W/${etag}`, '*']) {
        const response = await get({ 'accept-encoding': 'identity', 'if-none-match': known })
        expect([known, response.status, response.text]).to.deep.equal([known, 304, ''])
        expect(response.headers.get('etag')).to.equal(etag)
        expect(response.headers.get('cache-control')).to.equal('public, max-age=300')
      }
      const changed = await get({ 'accept-encoding': 'gzip', 'if-none-match': etag })
      expect(changed.status).to.equal(200)
    })
  }

  it('serves no other files', async () => {
    const odd = [
      'package.json',
      '..%2fpackage.json',
      '..%2f..%2fpackage.json',
      '__proto__',
      'constructor',
      'index.html',
      'scalar.js.br',
    ]
    for (const file of odd) expect((await gateway().call('GET', `/docs/${file}`)).status).to.equal(404)
    const raw = await sendRaw(
      gateway().url,
      'GET /docs/../package.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    expect(raw.status).to.equal(404)
  })
})
