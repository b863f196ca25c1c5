import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, password } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { passkeyAccount } from './passkey-account.ts'
import { phoneAccount, smsEnv } from './phone-account.ts'
import { tokenIn } from './token-in.ts'
import { totpAccount } from './totp-account.ts'

const newPassword = 'another one, kz7!'

// The gateway verified the session of the caller, and the call arrives after the owner of the mailbox reset the password.
describe('a change of the account by a session that was ended meanwhile', () => {
  const change = useEmailChange({ ...smsEnv, GATEHOUSE_IP_AUTHORIZATION: '0' })
  const { own, proved } = change
  const app = totpAccount(own)
  const sms = phoneAccount(own)
  const keys = passkeyAccount(own)
  const client = () => proved().client

  afterEach(() => {
    own.stack.sessions.ended.clear()
    own.stack.sessions.beforeList = async () => {}
    own.stack.sessions.beforeRevokeAll = async () => {}
  })

  async function resetToken(): Promise<string> {
    own.stack.clock.advance(1)
    await own.stack.auth.requestPasswordReset({ client: client(), email: own.email })
    return tokenIn(await change.newestTo(own.email, /\/reset#token=/))
  }
  const reset = async (token: string) => {
    await own.stack.auth.resetPassword({ client: client(), token, password: newPassword })
  }
  const stored = async () => {
    const account = await own.stack.accounts.findOne({ _id: own.id })
    // A code is used up by a rejected call too.
    return JSON.stringify(account).replace(/"lastStep":\d+/, '')
  }

  /** Each returns the call, prepared up to the change itself. */
  const changes: Record<string, () => Promise<() => Promise<unknown>>> = {
    'adds a passkey': async () => {
      const challenge = await keys.registrationChallenge()
      return () => keys.add(keys.newAuthenticator(), { challenge })
    },
    'enables TOTP': async () => {
      const { secret } = await own.stack.auth.setUpTotp(proved())
      return () => app.enableWith({ code: app.codeOf(secret) })
    },
    'disables TOTP': async () => {
      const { secret } = await app.enable()
      return () =>
        own.stack.auth.disableTotp({
          client: client(),
          actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
          code: app.codeOf(secret),
          endOtherSessions: false,
        })
    },
    'replaces the backup codes': async () => {
      await app.enable()
      const actorWithFactor = { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true }
      return () => own.stack.auth.replaceBackupCodes({ client: client(), actor: actorWithFactor })
    },
    'sets a phone number': async () => {
      await sms.sendTo(sms.phone())
      const token = await sms.verify(sms.phone(), sms.lastCode())
      return () => sms.set(token)
    },
    'enables SMS': async () => {
      await app.enable()
      await sms.addPhone()
      return () => sms.enableSms()
    },
    'changes the password': async () => () =>
      own.stack.updateMe({ ...proved(), password, newPassword: 'the words of a thief, kz7!' }),
    'changes the email address': async () => {
      const token = await change.tokenFor(`thief-${own.number}@gatehouse.test`)
      return () => change.apply(token)
    },
    'changes the username': async () => () => own.stack.updateMe({ ...proved(), username: 'Thief' }),
    'disables the account': async () => () => own.stack.auth.disableMe(proved()),
    'deletes the account': async () => () => own.stack.auth.deleteMe(proved()),
  }

  for (const [what, prepare] of Object.entries(changes)) {
    it(`is rejected if it ${what}`, async () => {
      const call = await prepare()
      own.stack.sessions.ended.add('hash')
      const before = await stored()
      expect((await rejected(call())).code).to.equal('UNAUTHORIZED')
      expect(await stored()).to.equal(before)
    })
  }

  it('is rejected while the sessions are being ended, and works for one that began after that', async () => {
    const token = await resetToken()
    const call = await changes['adds a passkey']?.()
    let isAsked = false
    own.stack.sessions.beforeRevokeAll = async () => {
      isAsked = true
      expect((await rejected(call?.() ?? Promise.resolve())).code).to.equal('SERVICE_UNAVAILABLE')
    }
    await reset(token)
    expect(isAsked).to.equal(true)
    expect(await stored()).not.to.include('publicKey')
    await keys.add(keys.newAuthenticator())
    expect(await stored()).to.include('publicKey')
  })

  it('is repeated and rejected after a reset that is stored before its write', async () => {
    const token = await resetToken()
    const call = await changes['adds a passkey']?.()
    let asked = 0
    own.stack.sessions.beforeList = async () => {
      asked += 1
      if (asked === 1) await reset(token)
      else own.stack.sessions.ended.add('hash')
    }
    expect((await rejected(call?.() ?? Promise.resolve())).code).to.equal('UNAUTHORIZED')
    expect(asked).to.equal(2)
    expect(await stored()).not.to.include('publicKey')
  })

  it('keeps working in the session that changed the password', async () => {
    own.stack.sessions.beforeRevokeAll = async () => {
      own.stack.sessions.beforeRevokeAll = async () => {}
      await keys.add(keys.newAuthenticator())
    }
    await own.stack.updateMe({ ...proved(), password, newPassword })
    expect(await stored()).to.include('publicKey')
  })
})
