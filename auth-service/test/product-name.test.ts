import { ImportResult } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, problems } from './auth-harness.ts'

describe('the name of the product', () => {
  let stack: AuthHarness
  let id: string
  const reserved = 'username:USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'
  before(async () => {
    stack = await openAuthHarness({ GATEHOUSE_PRODUCT_NAME: 'Acme Chat' })
    id = await stack.register({ username: 'Gatehouse_fan', email: 'fan@gatehouse.test' })
  })
  after(() => stack.close())

  it('is in no username that somebody chooses', async () => {
    expect(problems(await rejected(stack.register({ username: 'AcmeChat_Support' })))).to.deep.equal([
      reserved,
    ])
    const changed = stack.updateMe({ actor: actor(id, stack.clock.now()), client, username: 'acme_chat' })
    expect(problems(await rejected(changed))).to.deep.equal([`account.${reserved}`])
    const account = {
      email: 'team@gatehouse.test',
      passwordHash: '',
      verified: false,
      username: 'The_AcmeChat',
      createdAt: undefined,
    }
    const { outcomes } = await stack.admin.importAccounts({ accounts: [account] })
    expect(outcomes[0]?.result).to.equal(ImportResult.CREATED)
    expect(outcomes[0]?.replacedUsername).to.match(/^(?!.*acme)\w+$/i)
  })

  it('is in no username that is derived or suggested', async () => {
    const { suggestions } = await stack.auth.suggestUsernames({ globalName: 'Acme Chat' })
    expect(suggestions).to.deep.equal(['AChat', 'Chat_Acme'])
    const derived = await stack.register({ globalName: 'Acme Chat', email: 'derived@gatehouse.test' })
    const { account } = await stack.auth.getMe({ actor: actor(derived) })
    expect(account?.user?.username).to.equal('AChat')
  })

  it('is shown by authenticator apps', async () => {
    const proved = { actor: actor(id, stack.clock.now()), client }
    const uri = new URL((await stack.auth.setUpTotp(proved)).otpauthUri)
    expect(uri.searchParams.get('issuer')).to.equal('Acme Chat')
    expect(decodeURIComponent(uri.pathname)).to.match(/Acme Chat:fan@gatehouse\.test$/)
  })
})
