import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { useMails } from './mail-harness.ts'
import { passkeyAccount } from './passkey-account.ts'
import { until } from './until.ts'

describe('mails about passkeys', () => {
  const { own, received } = useMails()
  const { add, newAuthenticator, proved, signIn } = passkeyAccount(own)
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
})
