import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLogo } from '@gatehouse/gateway/account-pages/logo'
import { settings } from '@gatehouse/gateway/config'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'logo-'))
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const image = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
after(() => rmSync(folder, { recursive: true }))

describe('the account pages of an operator', () => {
  const gateway = useGateway({
    GATEHOUSE_PRODUCT_NAME: 'Chat & <b>Co</b>',
    GATEHOUSE_TERMS_URL: 'https://chat.example/terms?a="1"',
    GATEHOUSE_PRIVACY_URL: 'https://chat.example/privacy',
    GATEHOUSE_SUPPORT_URL: 'mailto:help@chat.example',
    GATEHOUSE_LOGO: image('logo.svg', svg),
  })
  const get = (path: string) => gateway().call('GET', `/account/${path}`, { token: null })

  it('show name, logo and links, escaped', async () => {
    const { text } = await get('sign-in?lang=en')
    expect(text)
      .to.include('<title>Sign in · Chat &amp; &lt;b&gt;Co&lt;/b&gt;</title>')
      .and.include('alt="Chat &amp; &lt;b&gt;Co&lt;/b&gt;"')
      .and.include(
        '<a href="mailto:help@chat.example" target="_blank" rel="noopener noreferrer">Contact support</a>',
      )
      .and.include('href="https://chat.example/terms?a=&quot;1&quot;"')
      .and.not.include('Gatehouse')
    const { text: german } = await get('register?lang=de')
    expect(german).to.match(
      /Ich stimme den <a href="[^"]+terms[^>]+>Nutzungsbedingungen<\/a> und der <a href/,
    )
  })

  it('serve a logo that cannot run scripts', async () => {
    const { headers, text } = await get('logo')
    expect([headers.get('content-type'), text]).to.deep.equal(['image/svg+xml', svg])
    expect(headers.get('content-security-policy')).to.equal(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect((await get('sign-in')).headers.get('content-security-policy')).to.include("img-src 'self';")
  })
})

describe('the account pages without mail', () => {
  const gateway = useGateway({ GATEHOUSE_SUPPORT_URL: 'https://chat.example/help' })
  beforeEach(() => {
    gateway().stubs.auth.getFeatures = () => ({ sendsMails: false, sendsSms: false })
  })

  it('do not say that mails are sent', async () => {
    const texts = await Promise.all(
      ['sign-in', 'forgot', 'register', 'sessions'].map(
        async (page) => (await gateway().call('GET', `/account/${page}?lang=en`, { token: null })).text,
      ),
    )
    const [signIn, forgot] = texts
    expect(signIn).to.not.include('Forgot password?')
    expect(forgot)
      .to.include('This service sends no mails')
      .and.include('https://chat.example/help')
      .and.not.include('We send you a link')
    for (const text of texts) expect(text).to.include('data-no-mail')
    const asked = gateway().stubs.received.filter(({ rpc }) => rpc === 'auth.getFeatures')
    expect(asked).to.have.lengthOf(1)
  })
})

describe('the account pages while auth-service is unavailable', () => {
  const gateway = useGateway()

  it('are served as with mail', async () => {
    gateway().stubs.auth.getFeatures = () => {
      throw new Error('unavailable')
    }
    const { status, text } = await gateway().call('GET', '/account/sign-in?lang=en', { token: null })
    expect(status).to.equal(200)
    expect(text).to.include('Forgot password?')
  })
})

describe('the account pages with a captcha', () => {
  const gateway = useGateway({
    GATEHOUSE_CAPTCHA_PROVIDER: 'turnstile',
    GATEHOUSE_CAPTCHA_SECRET: 'secret',
    GATEHOUSE_CAPTCHA_SITE_KEY: 'key"1',
  })
  const get = (page: string) => gateway().call('GET', `/account/${page}`, { token: null })

  for (const page of ['sign-in', 'register']) {
    it(`load the script of the provider: ${page}`, async () => {
      const { headers, text } = await get(page)
      expect(text)
        .to.include('src="https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"')
        .and.include('data-provider="turnstile" data-site-key="key&quot;1"')
      expect(headers.get('content-security-policy'))
        .to.include("script-src 'self' https://challenges.cloudflare.com;")
        .and.include('frame-src https://challenges.cloudflare.com;')
    })
  }

  for (const page of ['sessions', 'handoff', 'verify', 'forgot', 'reset']) {
    it(`load no script of the provider where none is required: ${page}`, async () => {
      const { headers, text } = await get(page)
      expect(text + headers.get('content-security-policy')).to.not.include('cloudflare')
    })
  }
})

describe('settings of the account pages', () => {
  const problem = (env: string, value: string) => {
    const [entry] = Object.entries(settings).filter(([, setting]) => setting.env === env)
    return () => readSettings(Object.fromEntries(entry ? [entry] : []), { [env]: value })
  }

  it('reject invalid values', () => {
    for (const [env, value, message] of [
      ['GATEHOUSE_PRODUCT_NAME', 'x'.repeat(41), 'must have 1 to 40 characters'],
      ['GATEHOUSE_PRODUCT_NAME', 'a\nb', 'must have 1 to 40 characters'],
      ['GATEHOUSE_TERMS_URL', 'javascript:alert(1)', 'must be a URL with http or https'],
      ['GATEHOUSE_TERMS_URL', `https://h/${'x'.repeat(2048)}`, 'must have at most 2048 characters'],
      ['GATEHOUSE_SUPPORT_URL', 'help@chat.example', 'must be a URL with http, https or mailto'],
    ] as const)
      expect(problem(env, value), `${env}=${value}`).to.throw(`${env} ${message}`)
  })

  it('reject files that are no image', () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    expect(readLogo(image('logo.png', png))).to.deep.equal({ type: 'image/png', content: png })
    expect(() => readLogo(image('page.html', '<html>'))).to.throw(
      'GATEHOUSE_LOGO names a file that is neither',
    )
    expect(() => readLogo(image('large.svg', svg + ' '.repeat(256 * 1024)))).to.throw('has more than 256 KiB')
    expect(() => readLogo(join(folder, 'none'))).to.throw('cannot be read (ENOENT)')
  })
})

describe('the account pages over plain http', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'http://192.168.1.20:8080' })

  it('name what is missing to administrators, and the log does so at the start', async () => {
    const { text } = await gateway().call('GET', '/account/single-sign-on?lang=en', { token: null })
    expect(text).to.contain('This service is reached by plain http.')
    const warning = gateway().logged.lines.find(({ msg }) => String(msg).includes('plain http'))
    expect(warning?.msg).to.equal('GATEHOUSE_PUBLIC_URL is plain http')
    expect(warning?.reason).to.contain('192.168.1.20').and.contain('cookies').and.contain('passkeys')
  })
})

describe('the account pages over https', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://chat.example' })

  it('have no such notice', async () => {
    const { text } = await gateway().call('GET', '/account/single-sign-on?lang=en', { token: null })
    expect(text).to.not.contain('plain http')
    expect(gateway().logged.text()).to.not.contain('plain http')
  })
})
