import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems, signedInOf } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { day, hour } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'

const invalid = ['token:INVALID_OR_EXPIRED_RESET_TOKEN']
const newPassword = 'another one, kz7!'

describe('"I did not register this account" in the mail to a new address', () => {
  const { own, arrived } = useMails(
    { GATEHOUSE_APP_URL: 'https://app.example/', GATEHOUSE_IP_AUTHORIZATION: 'off' },
    { keepsVerification: true },
  )
  const app = totpAccount(own)
  const keys = passkeyAccount(own)
  beforeEach(() => own.stack.clock.advance(1))

  /** The tokens of the first mail. */
  async function mailed() {
    const [mail] = await arrived()
    const [, disowning = ''] = /\/reset#disown=1&token=([\w-]{43})\s/.exec(mail?.text ?? '') ?? []
    return { mail, verification: tokenIn(mail), disowning }
  }
  const info = (token: string) => own.stack.auth.getPasswordReset({ token })
  const reset = (token: string) => own.stack.auth.resetPassword({ client, token, password: newPassword })
  const rejection = async (token: string) => {
    expect(problems(await rejected(info(token)))).to.deep.equal(invalid)
    return problems(await rejected(reset(token)))
  }
  const verify = (token: string, deviceToken?: string) =>
    own.stack.auth.verifyEmail({
      client,
      token,
      actor: undefined,
      ...(deviceToken !== undefined && { deviceToken }),
    })
  const signIn = async () => signedInOf(await own.stack.auth.login({ client, email: own.email, password }))
  const stored = () => own.stack.accounts.findOne({ _id: own.id })
  const verified = async () => (await own.stack.auth.getMe({ actor: actor(own.id) })).account?.verified

  it('stands beside the confirmation, with the time and device of the registration', async () => {
    const { mail, verification, disowning } = await mailed()
    const text = (mail?.text ?? '').replace(/\s+/g, ' ')
    expect(text).to.contain('I did not register this account: https://app.example/reset#disown=1&token=')
    expect(text).to.match(/Time: \w+ \d/)
    expect(mail?.html).to.contain(`https://app.example/reset#disown=1&amp;token=${disowning}`)
    expect(disowning).to.have.length(43).and.not.equal(verification)
    expect(JSON.stringify(await stored())).not.to.contain(disowning)
  })

  it('changes nothing before a password is typed, and then removes what was set up, once', async () => {
    const { disowning } = await mailed()
    const authenticator = keys.newAuthenticator()
    await keys.add(authenticator)
    await app.enable()
    for (let count = 0; count < 2; count += 1)
      expect(await info(disowning)).to.include({ email: own.email, removesCredentials: true })
    expect(await verified()).to.equal(false)
    expect(signedInOf(await reset(disowning)).accountId).to.equal(own.id)
    expect(await verified()).to.equal(true)
    expect((await rejected(keys.signIn(authenticator))).code).to.equal('PASSKEY_AUTHENTICATION_FAILED')
    expect(JSON.stringify(await stored())).not.to.match(/sealedSecret|publicKey|disowning/)
    expect(await rejection(disowning)).to.deep.equal(invalid)
  })

  it('works as long as nobody verified the address, whatever its registrant does', async () => {
    const { disowning } = await mailed()
    await own.stack.admin.setPassword({ id: own.id, password: 'set by the operator 1' })
    await own.stack.auth.requestVerification({ actor: actor(own.id), client })
    const mails = await arrived(2)
    expect(mails.filter(({ text }) => /I did not register/.test(text ?? ''))).to.have.length(1)
    own.stack.clock.advance(100 * day)
    await reset(disowning)
    expect(await verified()).to.equal(true)
  })

  it('works for three days after a verification that a program can have made', async () => {
    const { verification, disowning } = await mailed()
    await keys.add(keys.newAuthenticator())
    await verify(verification)
    own.stack.clock.advance(3 * day - hour)
    expect(await info(disowning)).to.include({ removesCredentials: true })
    await reset(disowning)
    expect(JSON.stringify(await stored())).not.to.match(/publicKey|disowning/)
  })

  it('ends three days after such a verification', async () => {
    const { verification, disowning } = await mailed()
    await verify(verification, 'the token of another device')
    own.stack.clock.advance(3 * day)
    expect(await rejection(disowning)).to.deep.equal(invalid)
  })

  it('ends with a verification in a browser that signed in to the account', async () => {
    const { verification, disowning } = await mailed()
    const { deviceToken } = await signIn()
    await verify(verification, deviceToken)
    expect(await rejection(disowning)).to.deep.equal(invalid)
    expect(JSON.stringify(await stored())).not.to.contain('disowning')
  })

  for (const [what, end] of [
    [
      'a reset',
      async () => {
        own.stack.clock.advance(1)
        await own.stack.auth.requestPasswordReset({ client, email: own.email })
        const mails = await arrived(2)
        await reset(tokenIn(mails.find(({ subject }) => subject === 'Reset your password')))
      },
    ],
    [
      'a suspension that is lifted',
      async () => {
        await own.stack.admin.disableAccount({ id: own.id })
        await own.stack.admin.enableAccount({ id: own.id })
      },
    ],
  ] as const)
    it(`ends with ${what}`, async () => {
      const { disowning } = await mailed()
      await end()
      expect(await rejection(disowning)).to.deep.equal(invalid)
    })
})
