import { randomBytes } from 'node:crypto'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client } from './auth-harness.ts'
import { useOwnAccount } from './own-account.ts'
import { totpAccount } from './totp-account.ts'

describe('AuthAdmin.Rekey', () => {
  const { own } = useOwnAccount()
  const { codeOf, enable, ticket } = totpAccount(own)
  const newKey = { new: randomBytes(32).toString('base64') }
  const first = { pageSize: 0, pageToken: '' }
  const stored = () => own.stack.accounts.findOne({ _id: own.id })

  async function replicaWith(current: string, keys: Record<string, string>) {
    return own.stack.replica({ keys: JSON.stringify({ current, keys }) })
  }

  it('rejects a negative page size', async () => {
    const error = await rejected(own.stack.admin.rekey({ ...first, pageSize: -1 }))
    expect(error.fields).to.have.lengthOf(1)
  })

  it('reports secrets of a key that the ring does not have, and leaves them unchanged', async () => {
    await enable()
    const before = await stored()
    const replica = await replicaWith('new', newKey)
    const { unreadableIds, rekeyed } = await replica.admin.rekey(first)
    await replica.close()
    expect(unreadableIds).to.deep.equal([own.id])
    expect(rekeyed).to.equal(0)
    expect(await stored()).to.deep.equal(before)
    await own.stack.admin.resetSecondFactors({ id: own.id })
  })

  it('leaves secrets of the current key unchanged', async () => {
    await enable()
    const before = await stored()
    const { rekeyed, unreadableIds } = await own.stack.admin.rekey(first)
    expect({ rekeyed, unreadableIds }).to.deep.equal({ rekeyed: 0, unreadableIds: [] })
    expect(await stored()).to.deep.equal(before)
    await own.stack.admin.resetSecondFactors({ id: own.id })
  })

  it('encrypts the client secret of single sign-on with the current key', async () => {
    await own.stack.admin.setAdministrator({ id: own.id, administrator: true })
    const config = {
      enabled: false,
      enforced: false,
      clientSecretSet: false,
      allowedDomains: [],
      autoProvision: true,
    }
    const actor = { accountId: own.id, sessionIdHash: 'hash', provedAt: new Date(own.stack.clock.now()) }
    const updateMask = ['client_secret']
    const update = { actor, client, config: { ...config, clientSecret: 'secret' }, updateMask }
    await own.stack.sso.updateConfig(update)
    const { keys } = JSON.parse(own.stack.keys) as { keys: Record<string, string> }
    const stored = async () => String((await own.stack.ssoConfig.findOne())?.sealedSecret).split('.')[1]
    const onlyNew = await replicaWith('new', newKey)
    expect((await onlyNew.admin.rekey(first)).rekeyed).to.equal(0)
    await onlyNew.auth.login({ client, email: own.email, password: 'kz7!mQ2x-vbn' })
    await onlyNew.close()
    expect(await stored()).to.not.equal('new')
    const both = await replicaWith('new', { ...keys, ...newKey })
    await both.admin.rekey(first)
    await both.close()
    expect(await stored()).to.equal('new')
    await own.stack.ssoConfig.deleteMany({})
  })

  it('encrypts TOTP secrets with the current key page by page, so that the older key can be removed', async () => {
    const { secret } = await enable()
    const { keys } = JSON.parse(own.stack.keys) as { keys: Record<string, string> }
    const both = await replicaWith('new', { ...keys, ...newKey })
    let [pageToken, examined, rekeyed] = ['', 0, 0]
    do {
      const page = await both.admin.rekey({ pageSize: 1, pageToken })
      pageToken = page.nextPageToken
      examined += page.examined
      rekeyed += page.rekeyed
    } while (pageToken !== '')
    await both.close()
    expect({ examined, rekeyed }).to.deep.equal({ examined: own.number, rekeyed: 1 })

    const onlyNew = await replicaWith('new', newKey)
    const { outcome } = await onlyNew.auth.login({ client, email: own.email, password: 'kz7!mQ2x-vbn' })
    const signedIn = await onlyNew.auth.completeLoginWithTotp({
      client,
      ticket: outcome?.$case === 'mfaRequired' ? outcome.value.ticket : '',
      code: codeOf(secret),
    })
    await onlyNew.close()
    expect(signedIn.signedIn?.accountId).to.equal(own.id)
    expect(await ticket()).to.not.equal('')
  })
})
