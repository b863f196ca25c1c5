import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { isLive, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('revoking sessions', () => {
  let service: RunningService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const isSignedIn = (one: { token: string }) => isLive(service, one)

  describe('Sessions.Revoke', () => {
    it('revokes the named sessions and no others, also repeatedly', async () => {
      const accountId = newAccountId()
      const [one, two, three] = [
        await signIn(service, accountId),
        await signIn(service, accountId),
        await signIn(service, accountId),
      ]
      const idHashes = [one.idHash, two.idHash, two.idHash]
      expect(await service.client.revoke({ accountId, idHashes })).to.deep.equal({ revoked: 2 })
      expect(await service.client.revoke({ accountId, idHashes })).to.deep.equal({ revoked: 0 })
      expect(await Promise.all([one, two, three].map(isSignedIn))).to.deep.equal([false, false, true])
    })

    it('ignores the hash of another account', async () => {
      const [ann, bob] = [await signIn(service), await signIn(service)]
      const request = { accountId: bob.accountId, idHashes: [ann.idHash] }
      expect(await service.client.revoke(request)).to.deep.equal({ revoked: 0 })
      expect(await isSignedIn(ann)).to.equal(true)
    })

    it('ignores malformed hashes', async () => {
      const ann = await signIn(service)
      const idHashes = [
        '',
        '*',
        ann.token,
        'x'.repeat(10_000),
        '1234',
        ann.idHash.slice(1),
        ann.idHash.toLowerCase(),
      ]
      expect(await service.client.revoke({ accountId: ann.accountId, idHashes })).to.deep.equal({
        revoked: 0,
      })
      expect(await isSignedIn(ann)).to.equal(true)
    })

    it('accepts 0 and 100 hashes, and rejects 101', async () => {
      const ann = await signIn(service)
      const { accountId } = ann
      const hundred = [...Array(99).fill('x'), ann.idHash]
      expect(await service.client.revoke({ accountId, idHashes: [] })).to.deep.equal({ revoked: 0 })
      const error = await rejected(service.client.revoke({ accountId, idHashes: [...hundred, 'x'] }))
      expect(error.code).to.equal('INVALID_FORM_BODY')
      expect(error.fields).to.deep.equal([
        {
          path: 'id_hashes',
          code: 'ARRAY_LENGTH_INVALID',
          message: 'Must contain between 0 and 100 items.',
        },
      ])
      expect(await isSignedIn(ann)).to.equal(true)
      expect(await service.client.revoke({ accountId, idHashes: hundred })).to.deep.equal({ revoked: 1 })
    })

    it('rejects an invalid account id', async () => {
      const error = await rejected(service.client.revoke({ accountId: '1}', idHashes: [] }))
      expect(error.fields[0]?.path).to.equal('account_id')
    })
  })

  describe('Sessions.RevokeToken', () => {
    it('revokes the session of the token once', async () => {
      const ann = await signIn(service)
      expect(await service.client.revokeToken(ann)).to.deep.equal({ revoked: true })
      expect(await isSignedIn(ann)).to.equal(false)
      expect(await service.client.revokeToken(ann)).to.deep.equal({ revoked: false })
    })

    it('accepts a malformed token without an error', async () => {
      for (const token of ['', 'x', 'x'.repeat(65_536)]) {
        expect(await service.client.revokeToken({ token })).to.deep.equal({ revoked: false })
      }
    })

    it('does not revoke a session by its hash', async () => {
      const ann = await signIn(service)
      expect(await service.client.revokeToken({ token: ann.idHash })).to.deep.equal({ revoked: false })
      expect(await isSignedIn(ann)).to.equal(true)
    })
  })

  describe('Sessions.RevokeAll', () => {
    const three = async () => {
      const accountId = newAccountId()
      return [
        await signIn(service, accountId),
        await signIn(service, accountId),
        await signIn(service, accountId),
      ] as const
    }

    it('revokes every session of the account and of no other', async () => {
      const [one, two, last] = await three()
      const bob = await signIn(service)
      const request = { accountId: one.accountId }
      expect(await service.client.revokeAll(request)).to.deep.equal({ revoked: 3 })
      expect(await service.client.revokeAll(request)).to.deep.equal({ revoked: 0 })
      expect(await Promise.all([one, two, last, bob].map(isSignedIn))).to.deep.equal([
        false,
        false,
        false,
        true,
      ])
    })

    it('does not revoke the named session', async () => {
      const [one, two, last] = await three()
      const request = { accountId: one.accountId, exceptIdHash: two.idHash }
      expect(await service.client.revokeAll(request)).to.deep.equal({ revoked: 2 })
      expect(await Promise.all([one, two, last].map(isSignedIn))).to.deep.equal([false, true, false])
    })

    it('does not revoke sessions created after the given time', async () => {
      const accountId = newAccountId()
      const before = await signIn(service, accountId)
      const createdUntil = new Date(service.clock.now())
      service.clock.advance(1)
      const after = await signIn(service, accountId)
      const request = { accountId, createdUntil }
      expect(await service.client.revokeAll(request)).to.deep.equal({ revoked: 1 })
      expect(await Promise.all([before, after].map(isSignedIn))).to.deep.equal([false, true])
    })

    it('revokes all sessions if the hash is of another account', async () => {
      const [one] = await three()
      const bob = await signIn(service)
      const request = { accountId: one.accountId, exceptIdHash: bob.idHash }
      expect(await service.client.revokeAll(request)).to.deep.equal({ revoked: 3 })
    })
  })
})
