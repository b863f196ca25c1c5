import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { client } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { passkeyAccount } from './passkey-account.ts'

describe('mails about passkeys', () => {
  const { own, received, stored } = useMails()
  const { add, newAuthenticator, proved, signIn, signInChallenge } = passkeyAccount(own)
  const textOf = (subject: string): Promise<string> =>
    until(async () => {
      const mail = received().find((each) => each.subject === subject)
      if (!mail) throw new Error(`no mail: ${subject}`)
      return mail.text ?? ''
    })

  it('tell the owner that a passkey was added, rejected because of its counter, and removed', async () => {
    const authenticator = newAuthenticator()
    await add(authenticator)
    expect(await textOf('A passkey was added')).to.contain('“Laptop”')
    await signIn(authenticator, { counter: 2 })
    await rejected(signIn(authenticator, { counter: 2 }))
    expect(await textOf('A passkey was rejected')).to.contain('“Laptop”')
    await own.stack.auth.removePasskey({ ...proved(), id: authenticator.id, endOtherSessions: false })
    expect(await textOf('A passkey was removed')).to.not.contain('no longer needs a passkey')
  })

  it('tell the owner of an account without a password once that an address signed in', async () => {
    const authenticator = newAuthenticator()
    await add(authenticator)
    const noPassword = { $unset: { passwordHash: '', passwordChangedAt: '' } } as const
    await own.stack.accounts.updateOne({ _id: own.id }, noPassword)
    const elsewhere = { ...client, address: '203.0.113.9' }
    for (const _ of [1, 2]) {
      const challenge = await signInChallenge()
      const responseJson = authenticator.assert(challenge)
      await own.stack.auth.completePasskeySignIn({ client: elsewhere, challenge, responseJson })
    }
    expect((await stored()).filter(({ kind }) => kind === 'sign_in')).to.have.length(1)
    expect(await textOf('New sign-in to your account')).to.contain('with the passkey “Laptop”')
  })
})
