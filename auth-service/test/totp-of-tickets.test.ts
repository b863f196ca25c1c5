import { randomBytes } from 'node:crypto'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { expect } from 'chai'
import { actor, client } from './auth-harness.ts'
import { useOwnAccount } from './own-account.ts'
import { totpAccount, totpProof } from './totp-account.ts'

const wrong = ['code:INVALID_CODE']
const used = ['code:CODE_ALREADY_USED']

describe('a ticket that was issued before the account changed', () => {
  const { own, proved } = useOwnAccount()
  const { codeOf, enable, ticket, complete, rejection } = totpAccount(own)
  let secret = ''
  let pending = ''
  beforeEach(async () => {
    ;({ secret } = await enable())
    pending = await ticket()
  })
  const provedWithFactor = () => ({
    actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
    client,
  })
  const lastStep = async () => (await own.stack.accounts.findOne({ _id: own.id }))?.factors?.totp?.lastStep

  it('rejects a code that a step-up used meanwhile, and does not count it', async () => {
    await own.stack.auth.assertStepUp({ ...proved(), secondFactor: totpProof(codeOf(secret)) })
    const sessions = own.stack.sessions.created.length
    for (let i = 0; i < 12; i++) expect(await rejection(pending, codeOf(secret))).to.deep.equal(used)
    expect(own.stack.sessions.created).to.have.length(sessions)
    await complete(pending, codeOf(secret, 1))
  })

  it('rejects an older code after a newer one that another ticket used', async () => {
    await complete(await ticket(), codeOf(secret, 1))
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(used)
  })

  it('accepts only codes of the new authenticator app after the old one was replaced', async () => {
    await own.stack.admin.resetSecondFactors({ id: own.id })
    const { secret: replaced } = await enable()
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(wrong)
    await complete(pending, codeOf(replaced))
  })

  it('ends with an account that was closed meanwhile, which a new one reopens', async () => {
    await own.stack.auth.disableMe(provedWithFactor())
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(['ticket:SESSION_TIMEOUT'])
    await complete(await ticket(), codeOf(secret))
    expect((await own.stack.accounts.findOne({ _id: own.id }))?.closedAt).to.equal(undefined)
  })

  it('uses no code and creates no session for an account that was suspended meanwhile', async () => {
    const [step, sessions] = [await lastStep(), own.stack.sessions.created.length]
    await own.stack.admin.disableAccount({ id: own.id })
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(['ACCOUNT_SUSPENDED_PERMANENTLY'])
    expect(await lastStep()).to.equal(step)
    expect(own.stack.sessions.created).to.have.length(sessions)
  })

  it('uses no code and creates no session after a change of the password', async () => {
    const [step, sessions] = [await lastStep(), own.stack.sessions.created.length]
    await own.stack.admin.setPassword({ id: own.id, password: 'amber-lantern-1843' })
    expect(await rejection(pending, codeOf(secret))).to.deep.equal(['ticket:SESSION_TIMEOUT'])
    expect(await lastStep()).to.equal(step)
    expect(own.stack.sessions.created).to.have.length(sessions)
  })

  it('accepts a code after the key of the secret was replaced and removed', async () => {
    const { keys } = JSON.parse(own.stack.keys) as { keys: Record<string, string> }
    const added = { new: randomBytes(32).toString('base64') }
    const both = await own.stack.replica({
      keys: JSON.stringify({ current: 'new', keys: { ...keys, ...added } }),
    })
    await both.admin.rekey({ pageSize: 0, pageToken: '' })
    await both.close()
    const later = await own.stack.replica({ keys: JSON.stringify({ current: 'new', keys: added }) })
    await later.auth.completeLoginWithTotp({ client, ticket: pending, code: codeOf(secret) })
    await later.close()
  })

  it('reads the account once for a right code, when the session exists', async () => {
    const { db } = own.stack.accounts.conn
    const sessionsBefore = own.stack.sessions.created.length
    const readsOf = () =>
      db?.collection('system.profile').countDocuments({ op: 'query', 'command.filter._id': own.id })
    let readsBeforeSession: number | undefined
    own.stack.sessions.beforeCreate = async () => {
      readsBeforeSession = await readsOf()
    }
    await db?.command({ profile: 2 })
    await complete(pending, codeOf(secret))
    expect([readsBeforeSession, await readsOf()]).to.deep.equal([0, 1])
    await db?.command({ profile: 0 })
    expect(own.stack.sessions.created).to.have.length(sessionsBefore + 1)
  })

  it('contains neither the ticket nor the secret in clear text', async () => {
    const { redisUrl, redisPrefix } = own.stack.store
    const { redis, close } = await openTestRedis(redisUrl)
    const [key = ''] = await redis.keys(`${redisPrefix}mfa:{${own.id}}:ticket:*`)
    const stored = key + JSON.stringify(await redis.hgetall(key))
    await close()
    expect(stored).to.contain('sealedSecret').and.not.contain(secret).and.not.contain(pending.split('.')[1])
  })
})
