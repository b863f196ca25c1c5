import { gzipSync } from 'node:zlib'
import { languages } from '@gatehouse/gateway/account-pages/languages'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

const pages = [
  'sign-in',
  'register',
  'sessions',
  'security',
  'handoff',
  'verify',
  'forgot',
  'reset',
  'email',
  'revert',
  'webhooks',
  'single-sign-on',
]

describe('the account pages', () => {
  const gateway = useGateway()
  const get = (path: string, headers: Record<string, string> = {}) =>
    gateway().call('GET', path, { token: null, headers })

  for (const prefix of ['', '/v1']) {
    for (const page of pages) {
      it(`load only their own files: ${prefix}/account/${page}`, async () => {
        const { text, headers } = await get(`${prefix}/account/${page}`)
        expect(text).to.match(/^<!doctype html>\n<html lang="en">/)
        expect(headers.get('cache-control')).to.equal('no-store')
        expect(headers.get('referrer-policy')).to.equal('no-referrer')
        expect(headers.get('cross-origin-opener-policy')).to.equal('same-origin')
        expect(headers.get('content-security-policy'))
          .to.include("default-src 'none'; script-src 'self'; style-src 'self'")
          .and.include("frame-ancestors 'none'")
          .and.include("require-trusted-types-for 'script'")
          .and.not.include('unsafe')
        expect(text).not.to.match(/<style|style=|onclick=|onload=|https?:|undefined|\[object/)
        const links = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
        expect(links.some((link) => link.startsWith('script.js?v='))).to.equal(true)
        for (const link of links) {
          const response = await get(`${prefix}/account/${link}`)
          expect([link, response.status]).to.deep.equal([link, 200])
        }
      })
    }
  }

  it('allow images without a URL on the page with a QR code only', async () => {
    for (const page of pages) {
      const policy = (await get(`/account/${page}`)).headers.get('content-security-policy') ?? ''
      expect([page, policy.includes("img-src 'self' data:;")]).to.deep.equal([page, page === 'security'])
    }
  })

  it('are in the language of the link, or else of the browser, or else English', async () => {
    const expected: [string, string, string][] = [
      ['', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['', 'it, fr;q=0.5', 'fr'],
      ['', 'it', 'en'],
      ['', '*', 'en'],
      ['', ';;q=,\u00e4', 'en'],
      ['?lang=fr', 'de', 'fr'],
      ['?lang=xx', 'de', 'de'],
      ['?lang=__proto__&lang=fr', 'de', 'de'],
      ['?__proto__=1&constructor', 'en', 'en'],
    ]
    for (const [query, accepted, language] of expected) {
      const { text, headers } = await get(`/account/sign-in${query}`, { 'accept-language': accepted })
      expect([query, accepted, /<html lang="(..)">/.exec(text)?.[1]]).to.deep.equal([
        query,
        accepted,
        language,
      ])
      expect(headers.get('vary')).to.equal('Accept-Encoding, Accept-Language')
    }
  })

  it('start with the sessions, and are found with a slash at the end', async () => {
    const found = {
      '/': '/account/sessions',
      '/account': '/account/sessions',
      '/account/': '/account/sessions',
      '/account/sign-in/': '/account/sign-in',
      '/account/style.css/?lang=de&x=%2F': '/account/style.css?lang=de&x=%2F',
      '/docs/': '/docs',
      '/docs/start/': '/docs/start',
    }
    for (const prefix of ['', '/v1'])
      for (const [path, target] of Object.entries(found)) {
        const response = await fetch(`${gateway().url}${prefix}${path}`, {
          redirect: 'manual',
          headers: { accept: 'text/html,*/*;q=0.8' },
        })
        const { pathname, search } = new URL(response.headers.get('location') ?? '', response.url)
        expect([response.status, pathname + search]).to.deep.equal([303, prefix + target])
      }
    const accept = 'text/html'
    const others = [
      '/account/unknown/',
      '/account/sign-in//',
      '/account//sign-in',
      '/account/..%2Fdocs/',
      '/docs/x/',
    ]
    for (const path of others) expect([path, (await get(path, { accept })).status]).to.deep.equal([path, 404])
  })

  it('redirect no programs, and are not for search engines', async () => {
    for (const path of ['/', '/account/', '/account/sign-in/', '/docs/'])
      expect([path, (await get(path, { accept: 'application/json' })).status]).to.deep.equal([path, 404])
    expect((await get('/account/sign-in')).headers.get('x-robots-tag')).to.equal('noindex')
  })

  it('escape their texts', async () => {
    const { text } = await get('/account/register?lang=fr')
    expect(text).to.include('J’accepte').and.include('<html lang="fr">')
    const [, data = ''] = /<script type="application\/json" id="texts">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)).to.deep.equal(languages.fr.script)
  })

  for (const path of ['/account/sign-in', '/account/script.js', '/account/style.css']) {
    it(`are compressed and have entity tags: ${path}`, async () => {
      const plain = await get(path, { 'accept-encoding': 'identity' })
      for (const encoding of ['br', 'gzip']) {
        const response = await get(path, { 'accept-encoding': encoding })
        expect([response.headers.get('content-encoding'), response.text]).to.deep.equal([
          encoding,
          plain.text,
        ])
        expect(response.headers.get('etag')).not.to.equal(plain.headers.get('etag'))
      }
      const known = { 'accept-encoding': 'identity', 'if-none-match': plain.headers.get('etag') ?? '' }
      expect((await get(path, known)).status).to.equal(304)
      const head = await gateway().call('HEAD', path, { token: null })
      expect([head.status, head.text]).to.deep.equal([200, ''])
    })
  }

  it('need less than 30 kB of script and style', async () => {
    const files = await Promise.all(['script.js', 'style.css'].map((file) => get(`/account/${file}`)))
    const bytes = files.map(({ text }) => gzipSync(text).length)
    expect(bytes[0] ?? 0).to.be.above(1_000)
    expect(bytes.reduce((sum, size) => sum + size)).to.be.below(30_000)
  })

  it('have no other files and accept no other methods', async () => {
    for (const path of ['/', '/nothing', '/constructor', '/__proto__', '/..%2fdocs', '/sign-in/', '/Sign-In'])
      expect([path, (await get(`/account${path}`)).status]).to.deep.equal([path, 404])
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await gateway().call(method, '/account/sign-in', { token: null })
      expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST, OPTIONS'])
    }
  })

  it('lead a posted form to the page, without its fields', async () => {
    const post = async (path: string) => {
      const { status, headers } = await gateway().call('POST', path, { token: null, json: { code: 'x' } })
      return [status, headers.get('location')]
    }
    expect(await post('/account/sso-callback?code=x')).to.deep.equal([303, 'sso-callback'])
    expect(await post('/account/nothing')).to.deep.equal([404, null])
  })

  it('have a text for every error that their routes return', () => {
    const paths = [
      '/auth/register',
      '/auth/login',
      '/auth/verify',
      '/auth/forgot',
      '/auth/reset',
      '/auth/email-revert',
      '/auth/logout',
      '/auth/sessions',
      '/auth/handoff',
      '/auth/sso',
      '/users/@me',
    ]
    // The pages set up no other second factors.
    const isUsed = (path: string) =>
      paths.some((used) => path === used || path.startsWith(`${used}/`)) &&
      (!path.startsWith('/users/@me/mfa/') || /totp|backup-codes/.test(path))
    const codes = apiRoutes
      .filter(({ path, method }) => isUsed(path) && method !== 'patch')
      .flatMap(({ errors }) => errors)
      // Texts of their own, or a request that the script does not send.
      .filter(
        (code) =>
          !['RATE_LIMITED', 'INVALID_FORM_BODY', 'MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE'].includes(code),
      )
    for (const { script } of Object.values(languages))
      expect(script.errors).to.include.all.keys([...new Set(codes)])
  })
})

describe('the well-known paths of the account pages', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://chat.example/api' })

  it('lead password managers to the security page', async () => {
    const { status, headers } = await gateway().call('GET', '/.well-known/change-password', { token: null })
    expect(status).to.equal(303)
    const url = new URL(headers.get('location') ?? '', 'https://chat.example/api/.well-known/change-password')
    expect(url.href).to.equal('https://chat.example/api/account/security')
    const endpoints = await gateway().call('GET', '/.well-known/passkey-endpoints', { token: null })
    const page = 'https://chat.example/api/account/security'
    expect([endpoints.status, endpoints.json]).to.deep.equal([200, { enroll: page, manage: page }])
    expect(endpoints.headers.get('content-type')).to.match(/^application\/json/)
  })
})

describe('the account pages with GATEHOUSE_ACCOUNT_PAGES=0', () => {
  const gateway = useGateway({ GATEHOUSE_ACCOUNT_PAGES: '0' })

  it('do not exist', async () => {
    for (const path of [
      '/account/sign-in',
      '/account/script.js',
      '/.well-known/change-password',
      '/.well-known/passkey-endpoints',
    ]) {
      const { status, json } = await gateway().call('GET', path)
      expect([status, json.code]).to.deep.equal([404, 'NOT_FOUND'])
    }
  })
})
