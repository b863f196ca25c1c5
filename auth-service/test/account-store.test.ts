import type { Account } from '@gatehouse/auth-service/accounts/account'
import type { NewAccount } from '@gatehouse/auth-service/accounts/account-document'
import type { AccountDocument } from '@gatehouse/auth-service/accounts/account-schema'
import { readEmailAddress } from '@gatehouse/auth-service/accounts/email-address'
import { openAccounts } from '@gatehouse/auth-service/open-accounts'
import { authSchema } from '@gatehouse/auth-service/schema'
import type { Mongo } from '@gatehouse/service-kit/storage/mongo'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { migratedStore, type TempStore } from '@gatehouse/service-kit/testing/temp-store'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { expect } from 'chai'
import { problems } from './auth-harness.ts'

const now = new Date('2030-01-01')
const revocation = { id: 'one', since: now }
const account = (id: string, fields: Partial<NewAccount> = {}): NewAccount => ({
  id,
  username: 'Ann',
  globalName: null,
  email: null,
  verified: false,
  dateOfBirth: '2000-01-01',
  passwordHash: null,
  passwordChangedAt: null,
  status: 'active',
  createdAt: now,
  ...fields,
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('account store', () => {
  let store: ReturnType<typeof openAccounts>
  let mongo: Mongo
  let temp: TempStore
  before(async () => {
    temp = await migratedStore(authSchema)
    mongo = await openTestMongo(temp)
    store = openAccounts(mongo.connection)
  })
  after(async () => {
    await mongo.close()
    await temp.drop()
  })

  const fill = (username: string, taken: number[]) =>
    mongo.connection.collection<AccountDocument>('accounts').insertMany(
      taken.map((discriminator) => ({
        _id: `${username}-${discriminator}`,
        username,
        usernameKey: username.toLowerCase(),
        discriminator,
        status: 'active' as const,
      })),
    )
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)

  it('assigns the last discriminators of a username once each, then rejects the username', async () => {
    await fill('Full', numbers(1, 9989))
    const outcomes = await Promise.allSettled(
      numbers(1, 15).map((id) => store.create(account(`full-${id}`, { username: 'fuLL' }))),
    )
    const made = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.discriminator] : [],
    )
    expect(made.toSorted((a, b) => a - b)).to.deep.equal(numbers(9990, 9999))
    const rejections = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(rejections.flatMap(problems)).to.deep.equal(
      Array(5).fill('username:TOO_MANY_USERS_WITH_THIS_USERNAME'),
    )
    expect(await store.isUsernameExhausted('FULL')).to.equal(true)
    expect(problems(await rejected(store.create(account('full-16', { username: 'Full' }))))).to.deep.equal([
      'username:TOO_MANY_USERS_WITH_THIS_USERNAME',
    ])
  })

  it('does not overwrite a password that was changed meanwhile', async () => {
    await store.create(account('changed', { passwordHash: 'new' }))
    await store.replacePasswordHash('changed', 'old', 'renewed old')
    expect((await store.find('changed'))?.passwordHash).to.equal('new')
  })

  it('does not link an account whose address, link or credentials changed meanwhile', async () => {
    const id = 'linked'
    const email = readEmailAddress('linked@gatehouse.test')
    const sso = { issuer: 'https://idp.example', subject: 'ann' }
    await store.create(account(id, { email, verified: true, passwordHash: 'old' }))
    const accounts = mongo.connection.collection<AccountDocument>('accounts')
    const dates = { createdAt: now, transports: [], backupEligible: false, backedUp: false }
    const passkeys = [{ id: 'key', publicKey: '', counter: 0, name: 'Laptop', ...dates }]
    await accounts.updateOne({ _id: id }, { $set: { factors: { passkeys } } })
    const read = (await store.find(id)) as Account
    const link = () =>
      transactions(mongo.connection)((transaction) =>
        store.linkSso(read, { sso, emailKey: 'linked@gatehouse.test', revocation }, transaction),
      )
    const totp = { sealedSecret: 'sealed', lastStep: 0, enabledAt: now }
    for (const change of [
      { verified: false },
      { emailKey: 'moved@gatehouse.test' },
      { sso: { issuer: 'https://other.example', subject: 'ann' } },
      { factors: { passkeys, totp } },
      { factors: {} },
      { factors: { passkeys, requirePasskey: true as const } },
    ]) {
      const before = await accounts.findOneAndUpdate({ _id: id }, { $set: change })
      expect(await link(), JSON.stringify(change)).to.equal(null)
      if (before) await accounts.replaceOne({ _id: id }, before)
    }
    expect((await link())?.after).to.deep.include({ passwordHash: null, sso })
  })

  it('stores a reset that is older than the password only if nobody proved the address', async () => {
    const passwordChangedAt = now
    for (const verified of [false, true]) {
      const email = readEmailAddress(`reset-${verified}@gatehouse.test`)
      if (!email) throw new Error('not an address')
      await store.create(account(`reset-${verified}`, { email, verified, passwordChangedAt }))
      const issue = (digest: string, ms: number) =>
        store.storeReset(email, { digest, issuedAt: new Date(ms), expiresAt: new Date('2031-01-01') })
      expect((await issue('older', now.getTime() - 1)) !== null, String(verified)).to.equal(!verified)
      expect((await issue('newer', now.getTime() + 1)) !== null, String(verified)).to.equal(true)
    }
  })

  it('settles a revocation without settling those of other changes', async () => {
    const id = 'revoked'
    await store.create(account(id))
    const password = {
      hash: 'new',
      previous: null,
      revocation: { id: 'password', since: now, exceptIdHash: 'kept' },
    }
    const pending = async () =>
      (await all(store.pendingRevocations(now))).find(({ accountId }) => accountId === id)

    await store.suspend(id, { revocation })
    await store.change(id, { password })
    await store.settleRevocations(id, ['password'])
    expect(await pending(), 'the suspension came first').to.deep.equal({
      accountId: id,
      revocations: [revocation],
    })
    await store.suspend(id, { revocation: { id: 'two', since: now } })
    await store.settleRevocations(id, ['one'])
    expect(await pending(), 'another suspension').to.deep.equal({
      accountId: id,
      revocations: [{ id: 'two', since: now }],
    })
    await store.settleRevocations(id, ['two'])
    expect(await pending()).to.equal(undefined)
  })

  it('treats texts as texts, also those that look like operators', async () => {
    expect(await store.find('{"$ne":null}')).to.equal(null)
    expect(await store.findMany(['$where', '{"$gt":""}'])).to.deep.equal([])
  })

  it('serves every query by an index', async () => {
    const db = mongo.connection.getClient().db(temp.database)
    const email = readEmailAddress('profiled@gatehouse.test') ?? expect.fail('an address')
    await db.command({ profile: 2 })
    await store.create(account('profiled', { email }))
    await store.isEmailTaken(email, { now, isProved: true })
    await transactions(mongo.connection)((transaction) => store.releaseEmail(email, now, transaction))
    await store.findEmailChange('profiled')
    await store.findByRevertToken('digest', now)
    await store.removeExpiredEmailChanges(now)
    await store.isUsernameExhausted('Ann')
    await store.findByEmail(email)
    await store.find('profiled')
    await store.findMany(['profiled', 'other'])
    await store.replacePasswordHash('profiled', 'old', 'new')
    await store.suspend('profiled', { revocation })
    await store.liftSuspension('profiled')
    await store.setAdministrator('profiled', true)
    await store.discriminatorFor('Ann', 1)
    await store.change('profiled', { globalName: 'Ann' })
    await store.close('profiled', { revocation, deletionDueAt: now })
    await all(store.pendingRevocations(now))
    await store.settleRevocations('profiled', ['one'])
    await all(store.dueForErasure(now))
    await store.reopen('profiled', now)
    await rejected(store.create(account('one more', { username: 'Full' })))
    await store.erase('profiled', { at: now })
    await all(store.dueForAnonymisation(now))
    await store.isErased('profiled')
    await store.setAnonymised('profiled', null)
    await db.command({ profile: 0 })

    const calls = await db
      .collection('system.profile')
      .find({ ns: `${temp.database}.accounts` })
      .toArray()
    const plans = calls.flatMap(({ planSummary }) => (planSummary ? [String(planSummary)] : []))
    expect(plans).to.have.lengthOf.at.least(17)
    expect(plans.filter((plan) => !/IDHACK|IXSCAN|EXPRESS|COUNT_SCAN/.test(plan))).to.deep.equal([])
    const drawing = calls.find(({ command }) => command.projection?.discriminator === 1)
    expect(drawing, 'drawing a number reads the index alone').to.include({ docsExamined: 0 })
  })
})
