import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { until } from '@gatehouse/dev/process/until'
import { expect } from 'chai'
import { SMTPServer } from 'smtp-server'
import { press, shows, useAccountPages } from './account-page.ts'
import { fieldErrors, openDevStack } from './dev-stack.ts'

describe('links in mails', () => {
  const mails: string[] = []
  const settings = {
    GATEHOUSE_SMTP_URL: '',
    GATEHOUSE_MAIL_FROM: 'no-reply@gatehouse.test',
    GATEHOUSE_APP_URL: 'https://app.example',
    GATEHOUSE_OUTBOX_POLL_MS: '20',
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, _session, callback) => {
      // Quoted-printable, as sent: soft line breaks and `=3D` for `=`.
      mails.push((await text(stream)).replaceAll('=\r\n', '').replaceAll('=3D', '='))
      callback()
    },
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    settings.GATEHOUSE_SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  const stack = openDevStack({ settings })
  after(() => new Promise<void>((resolve) => server.close(resolve)))

  const { open, inspect } = useAccountPages(stack)

  const tokens = () => mails.map((mail) => /\/verify#token=([\w-]{43})\s/.exec(mail)?.[1] ?? '')
  const newest = (path: string) =>
    new RegExp(`/${path}#token=([\\w-]{43})\\s`).exec(mails.at(-1) ?? '')?.[1] ?? ''
  const verify = (token: string) => stack.post('/auth/verify', { body: { token } })

  it('verify an address with the newest mail, once', async () => {
    const { token } = await stack.register('unverified')
    const isVerified = async () =>
      (await stack.get<{ verified: boolean }>('/users/@me', { token })).body.verified
    await until(() => mails.length === 1)
    expect((await stack.post('/auth/verify/resend', { token })).status).to.equal(204)
    await until(() => mails.length === 2)
    const [older = '', newer = ''] = tokens()
    const refused = await verify(older)
    expect([refused.status, fieldErrors(refused.body)]).to.deep.equal([
      400,
      ['token:INVALID_OR_EXPIRED_VERIFICATION_TOKEN'],
    ])
    expect(await isVerified()).to.equal(false)
    expect((await verify(newer)).status).to.equal(204)
    expect(await isVerified()).to.equal(true)
    expect((await verify(newer)).body).to.deep.equal(refused.body)
    expect((await stack.post('/auth/verify/resend', { token })).status).to.equal(204)
    expect((await stack.post('/auth/verify/resend')).status).to.equal(401)
    expect(mails).to.have.length(2)
  })

  it('reset a password, which ends all sessions', async () => {
    const { email, token } = await stack.register('forgetful')
    await until(() => newest('verify') !== '' && mails.at(-1)?.includes(email) === true)
    const answers = [email, 'nobody@gatehouse.test'].map((each) =>
      stack.post('/auth/forgot', { body: { email: each } }),
    )
    for (const { status, body } of await Promise.all(answers)) expect([status, body]).to.deep.equal([204, ''])
    await until(() => newest('reset') !== '')
    const body = { token: newest('reset'), password: 'another one, kz7!' }
    const common = await stack.post('/auth/reset', { body: { ...body, password: 'password' } })
    expect(fieldErrors(common.body)).to.deep.equal(['password:PASSWORD_IS_TOO_COMMON'])
    const signedIn = await stack.post<{ token: string }>('/auth/reset', { body })
    expect(signedIn.status).to.equal(200)
    expect(signedIn.headers.get('set-cookie')).to.contain('gatehouse_device=')
    expect((await stack.get('/users/@me', { token })).status).to.equal(401)
    expect((await stack.get('/users/@me', { token: signedIn.body.token })).status).to.equal(200)
    const again = await stack.post('/auth/reset', { body })
    expect(fieldErrors(again.body)).to.deep.equal(['token:INVALID_OR_EXPIRED_RESET_TOKEN'])
  })

  it('verify an address on the page that they open, after its button is pressed', async () => {
    const { email, token } = await stack.register('unverified')
    const isVerified = async () =>
      (await stack.get<{ verified: boolean }>('/users/@me', { token })).body.verified
    await until(() => mails.at(-1)?.includes(email) === true)
    const path = `/account/verify?lang=en#token=${newest('verify')}`
    const page = await open(path)
    await inspect(page, 'verify')
    expect(new URL(page.url()).hash).to.equal('')
    expect(await isVerified()).to.equal(false)
    await press(page, 'Confirm email address')
    await shows(page, 'Your email address is confirmed.')
    await inspect(page, 'verified')
    expect(await isVerified()).to.equal(true)
    const again = await open(path)
    await press(again, 'Confirm email address')
    await shows(again, 'This link is invalid, expired or already used.')
    await inspect(again, 'not verified')
    await shows(await open('/account/verify?lang=en'), /^This link is incomplete\./)
  })
})
