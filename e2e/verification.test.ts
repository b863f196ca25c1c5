import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { until } from '@gatehouse/dev/process/until'
import { expect } from 'chai'
import { SMTPServer } from 'smtp-server'
import { fieldErrors, openDevStack } from './dev-stack.ts'

describe('verifying an email address', () => {
  const mails: string[] = []
  const settings = {
    GATEHOUSE_SMTP_URL: '',
    GATEHOUSE_MAIL_FROM: 'no-reply@gatehouse.test',
    GATEHOUSE_APP_URL: 'https://app.example',
    GATEHOUSE_OUTBOX_POLL_MS: '20',
  }
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
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

  const tokens = () => mails.map((mail) => /\/verify#token=([\w-]{43})\s/.exec(mail)?.[1] ?? '')
  const verify = (token: string) => stack.post('/auth/verify', { body: { token } })

  it('works with the newest mail, once', async () => {
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

  it('links to the web app whatever the Host header', () => {
    for (const mail of mails) expect(mail).to.contain('https://app.example/verify#token=')
  })
})
