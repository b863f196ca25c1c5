import type { SsoConfig } from '@gatehouse/proto/gen/auth/v1/sso'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, problems } from './auth-harness.ts'
import { type FakeProvider, fakeProvider } from './fake-provider.ts'
import { useOwnAccount } from './own-account.ts'

const allowed = { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' }
const unset = {
  enabled: false,
  enforced: false,
  clientSecretSet: false,
  allowedDomains: [],
  autoProvision: true,
}

describe('single sign-on settings', () => {
  const { own, lastEvent } = useOwnAccount(allowed)
  let provider: FakeProvider
  before(async () => {
    provider = await fakeProvider()
  })
  after(() => provider.close())
  beforeEach(async () => {
    await own.stack.admin.setAdministrator({ id: own.id, administrator: true })
    provider.reset()
  })

  const update = (changes: Partial<SsoConfig>, proofAt = own.stack.clock.now()) =>
    own.stack.sso.updateConfig({
      actor: actor(own.id, proofAt),
      client,
      config: { ...unset, ...changes },
      updateMask: maskOf(changes),
    })
  const problemsOf = async (changes: Partial<SsoConfig>) => problems(await rejected(update(changes)))
  const get = async () => (await own.stack.sso.getConfig({ actor: actor(own.id) })).config
  const checks = async () =>
    (await own.stack.sso.testConfig({ actor: actor(own.id) })).checks.map(
      ({ name, ok, message }) => `${name} ${ok ? 'ok' : message}`,
    )

  it('rejects accounts that are no administrator, or not signed in', async () => {
    await own.stack.admin.setAdministrator({ id: own.id, administrator: false })
    for (const request of [
      () => own.stack.sso.getConfig({ actor: actor(own.id) }),
      () => own.stack.sso.testConfig({ actor: actor(own.id) }),
      () => update({ displayName: 'Example' }),
    ])
      expect((await rejected(request())).code).to.equal('MISSING_PERMISSIONS')
    expect((await rejected(own.stack.sso.getConfig({ actor: undefined }))).code).to.equal('UNAUTHORIZED')
  })

  it('rejects a change without a recent proof of identity', async () => {
    const old = own.stack.clock.now() - 6 * 60_000
    expect((await rejected(update({ displayName: 'Example' }, old))).code).to.equal('SUDO_MODE_REQUIRED')
  })

  it('rejects addresses that are not https, have credentials or belong to private hosts', async () => {
    const wrong = {
      'http://idp.example.com': 'INVALID_PROVIDER_URL',
      'https://user:word@idp.example.com': 'INVALID_PROVIDER_URL',
      'https://idp.example.com/#part': 'INVALID_PROVIDER_URL',
      'ftp://localhost': 'INVALID_PROVIDER_URL',
      'not a url': 'INVALID_PROVIDER_URL',
      'https://127.0.0.1': 'PROVIDER_HOST_NOT_ALLOWED',
      'https://[::1]': 'PROVIDER_HOST_NOT_ALLOWED',
      'https://[::ffff:10.0.0.1]': 'PROVIDER_HOST_NOT_ALLOWED',
      'https://169.254.169.254/latest': 'PROVIDER_HOST_NOT_ALLOWED',
      'https://2130706433': 'PROVIDER_HOST_NOT_ALLOWED',
      'https://10.1.2.3': 'PROVIDER_HOST_NOT_ALLOWED',
    }
    for (const [issuer, code] of Object.entries(wrong))
      expect(await problemsOf({ issuer }), issuer).to.deep.equal([`config.issuer:${code}`])
  })

  it('reports all problems at once and stores nothing', async () => {
    expect(
      await problemsOf({
        enabled: true,
        tokenUrl: 'http://a',
        allowedDomains: ['example.com', 'example.com.', '*.example.com'],
        clientSecret: '-----BEGIN nothing',
        redirectUri: 'http://elsewhere.example',
      }),
    ).to.deep.equal([
      'config.allowed_domains[1]:INVALID_DOMAIN',
      'config.allowed_domains[2]:INVALID_DOMAIN',
      'config.client_id:REQUIRED',
      'config.client_secret:INVALID_PRIVATE_KEY',
      'config.issuer:REQUIRED',
      'config.redirect_uri:INVALID_PROVIDER_URL',
      'config.token_url:INVALID_PROVIDER_URL',
    ])
    expect(await get()).to.include({ enabled: false })
  })

  it('reads what people paste around a setting, and the address of the discovery document', async () => {
    for (const [before, after] of [
      ['', '\n'],
      [' \t', '\u00a0'],
      ['\ufeff', '\u200b'],
    ]) {
      const pasted = (text: string) => `${before}${text}${after}`
      await update({
        displayName: pasted('Example'),
        issuer: pasted(`${provider.issuer}/.well-known/openid-configuration`),
        tokenUrl: pasted(`${provider.issuer}/token`),
        clientId: pasted('gatehouse'),
        clientSecret: pasted('secret'),
        scope: pasted('openid email'),
        redirectUri: pasted('https://chat.example/callback'),
        allowedDomains: [pasted('example.com'), pasted('@Example.org')],
      })
      expect(await get()).to.include({
        displayName: 'Example',
        issuer: provider.issuer,
        tokenUrl: `${provider.issuer}/token`,
        clientId: 'gatehouse',
        scope: 'openid email',
        redirectUri: 'https://chat.example/callback',
      })
      expect((await get())?.allowedDomains).to.deep.equal(['example.com', 'example.org'])
      await update({ tokenUrl: pasted(''), redirectUri: pasted('') })
      expect(await get()).to.include({ tokenUrl: undefined, redirectUri: undefined })
    }
    expect(await problemsOf({ allowedDomains: ['@', 'a@example.com', '@@example.com'] })).to.have.length(3)
  })

  it('keeps the client secret without what was pasted around it', async () => {
    await update({ enabled: true, issuer: provider.issuer, clientId: 'gatehouse', clientSecret: ' secret\n' })
    expect(await checks()).to.include('client ok')
    await update({ enabled: false })
  })

  it('rejects enforcement without a provider, and the removal of what an enabled provider needs', async () => {
    await update({ enabled: true, issuer: provider.issuer, clientId: 'gatehouse' })
    expect(await problemsOf({ clientId: undefined, enabled: true, issuer: '' })).to.deep.equal([
      'config.issuer:REQUIRED',
    ])
    await update({ enabled: false, enforced: true })
    expect(await own.stack.sso.getStatus({})).to.include({ enabled: false, enforced: false })
    await update({ enforced: false })
  })

  it('never returns the client secret, stores it encrypted, and removes it on request', async () => {
    const clientSecret = 'a secret of the provider'
    expect((await update({ clientSecret })).config).to.not.have.property('clientSecret', clientSecret)
    expect(await get()).to.include({ clientSecretSet: true })
    const stored = await own.stack.ssoConfig.findOne({})
    expect(JSON.stringify(stored)).to.not.contain(clientSecret)
    expect(await update({ displayName: 'Example' }).then(({ config }) => config?.clientSecretSet)).to.equal(
      true,
    )
    await update({ clientSecret: '' })
    expect(await get()).to.include({ clientSecretSet: false })
  })

  it('normalises domains, and records what changed without values', async () => {
    await update({ allowedDomains: ['Example.COM', 'bücher.example', 'example.com'] })
    expect((await get())?.allowedDomains).to.deep.equal(['example.com', 'xn--bcher-kva.example'])
    expect(await lastEvent()).to.deep.equal([
      'instance.sso',
      { changed: 'allowed_domains', by: 'administrator' },
    ])
    await update({ allowedDomains: [] })
  })

  it('tells everybody the status, and changes it at once', async () => {
    await update({
      enabled: false,
      issuer: provider.issuer,
      clientId: 'gatehouse',
      displayName: ' \u2067Exam\u200bple',
    })
    const redirectUri = 'http://localhost:8080/account/sso-callback'
    expect(await own.stack.sso.getStatus({})).to.deep.include({ enabled: false, redirectUri })
    await update({ enabled: true, enforced: true })
    expect(await own.stack.sso.getStatus({})).to.deep.include({
      enabled: true,
      enforced: true,
      displayName: 'Example',
    })
    expect((await own.stack.admin.disableSso({})).wasEnabled).to.equal(true)
    expect((await own.stack.admin.disableSso({})).wasEnabled).to.equal(false)
    expect(await own.stack.sso.getStatus({})).to.include({ enabled: false, enforced: false })
    await update({ enforced: false })
  })

  describe('test', () => {
    const configure = (changes: Partial<SsoConfig> = {}) =>
      update({ issuer: provider.issuer, clientId: 'gatehouse', clientSecret: 'secret', ...changes })

    it('explains what is wrong', async () => {
      await configure({ clientId: '' })
      expect(await checks()).to.deep.equal(['settings The client id must be set.'])
      await configure({ clientSecret: 'wrong' })
      expect((await checks()).at(-1)).to.equal(
        'client The provider rejects the client id or the client secret. Check both.',
      )
      await configure()
      const last = async (path: string, reply: object) => {
        provider.behaviour.replies = { [path]: reply }
        return (await checks()).at(-1)
      }
      const host = `localhost:${provider.port}`
      const document = '/.well-known/openid-configuration'
      expect(await last(document, { status: 404 })).to.equal(
        `discovery ${host} has no document at this address (status 404).`,
      )
      expect(await last(document, { status: 302, headers: { location: '/' } })).to.equal(
        `discovery ${host} redirects to another address. Enter the final address.`,
      )
      expect(await last(document, { text: '<html>' })).to.contain('not a valid document (no JSON)')
      expect(await last(document, { body: { issuer: 'https://other.example' } })).to.contain(
        'calls itself https://other.example. Enter that as the issuer.',
      )
      for (const issuer of ['http://keycloak:8080', 'https://10.0.0.1', 'https://user@a.example', 'x', ''])
        expect(await last(document, { body: { issuer } })).to.contain(
          `calls itself ${issuer}, which cannot be used here. Set its own public address at the provider.`,
        )
      const shared = 'https://login.microsoftonline.com/{tenantid}/v2.0'
      expect(await last(document, { body: { issuer: shared } })).to.contain(
        `Enter the issuer of yours: ${shared} with its own id in place of the braces.`,
      )
      for (const scheme of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://x/y'])
        for (const field of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']) {
          const text = await last(document, { body: { issuer: provider.issuer, [field]: scheme } })
          expect(text).to.contain('must be an http or https URL').and.to.contain(`at ${field}`)
        }
      expect(await last(document, { text: ' '.repeat(1024 * 1024 + 1) })).to.contain('more than 1 MiB')
      expect(await last(document, { status: 503 })).to.contain('has a problem (status 503)')
      expect(await last('/jwks', { body: { keys: [] } })).to.be.a('string')
      expect(await checks()).to.include(`keys The response of ${host} is not a valid document (no keys).`)
    })

    it('explains a host that does not answer', async () => {
      const gone = await fakeProvider()
      await gone.close()
      await configure({ issuer: gone.issuer })
      expect((await checks()).at(-1)).to.contain('does not accept connections (ECONNREFUSED)')
    })

    it('succeeds with discovery, also with a slash at the end of the issuer, and without discovery', async () => {
      const all = ['settings ok', 'discovery ok', 'keys ok', 'client ok']
      await configure()
      expect(await checks()).to.deep.equal(all)
      await configure({ issuer: `${provider.issuer}/` })
      expect(await checks()).to.deep.equal(all)
      await configure({
        authorizationUrl: `${provider.issuer}/authorize`,
        tokenUrl: `${provider.issuer}/token`,
        jwksUrl: `${provider.issuer}/jwks`,
      })
      expect(await checks()).to.deep.equal(['settings ok', 'keys ok', 'client ok'])
    })
  })
})
