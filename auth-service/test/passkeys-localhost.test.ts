import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { useOwnAccount } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'

describe('passkeys of pages that are developed on this machine', () => {
  const { own } = useOwnAccount({ GATEHOUSE_CORS_LOCALHOST: '1' })
  const { add, signIn, newAuthenticator } = passkeyAccount(own)

  it('are accepted on any port of localhost, as calls of the API are', async () => {
    for (const origin of ['http://localhost:5173', 'https://localhost', 'http://localhost:8080']) {
      const authenticator = newAuthenticator()
      await add(authenticator, { faults: { origin } })
      expect((await signIn(authenticator, { origin })).signedIn?.accountId, origin).to.equal(own.id)
    }
  })

  it('are rejected for every other origin', async () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://sub.localhost:8080',
      'http://localhost:8080.evil.example',
      'null',
      '',
    ]) {
      const { code } = await rejected(add(newAuthenticator(), { faults: { origin } }))
      expect(code, origin).to.equal('INVALID_WEBAUTHN_CREDENTIAL')
    }
  })
})
