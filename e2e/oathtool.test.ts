import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { useOathtool } from '@gatehouse/dev/testing/needed-packages'
import { expect } from 'chai'
import { authenticatorApp } from './authenticator-app.ts'
import { openDevStack } from './dev-stack.ts'

const run = promisify(execFile)

type Setup = { secret: string; otpauth_uri: string }

describe('codes of oathtool', () => {
  const findOathtool = useOathtool()
  const stack = openDevStack()
  const app = authenticatorApp(stack)
  let program = ''
  before(function () {
    const found = findOathtool()
    if (found === undefined) {
      console.log('      skipped: oathtool is not installed')
      this.skip()
    }
    program = found
  })

  async function codeOf(uri: string): Promise<string> {
    const parameters = new URL(uri).searchParams
    const now = new Date(stack.network().clock.now()).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
    const { stdout } = await run(program, [
      ...['--totp', '--base32', '--digits', parameters.get('digits') ?? '6'],
      ...['--time-step-size', `${parameters.get('period') ?? 30}s`, '--now', now],
      parameters.get('secret') ?? '',
    ])
    return stdout.trim()
  }

  it('enable the app of an otpauth URI and complete a sign-in', async () => {
    const ann = await stack.register('ann')
    const { token } = ann
    const { body: setup } = await stack.post<Setup>('/users/@me/mfa/totp/setup', { token, body: {} })
    expect(new URL(setup.otpauth_uri).searchParams.get('secret')).to.equal(setup.secret)
    const code = await codeOf(setup.otpauth_uri)
    const enabled = await stack.post('/users/@me/mfa/totp/enable', { token, body: { code } })
    expect(enabled.status).to.equal(200)
    await stack.network().clock.advance(30_000)
    const body = { ticket: await app.ticketFor(ann), code: await codeOf(setup.otpauth_uri) }
    expect((await stack.post('/auth/login/mfa/totp', { body })).status).to.equal(200)
  })
})
