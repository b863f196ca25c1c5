import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { TestAccount } from '../dev-stack.ts'
import { type Kind, kind } from './kind.ts'
import type { World } from './world.ts'

type Credentials = Pick<TestAccount, 'email' | 'password'>

export const loginStatus = async ({ stack }: World, { email, password }: Credentials) => {
  const { status, body } = await stack.post('/auth/login', { body: { email, password } })
  return status === 200 ? 200 : [status, body.code]
}
/** Also of an address that is not authorized: the mail about it is sent after the right password. */
export const isPassword = async (world: World, account: Credentials) =>
  ['200', '403,IP_AUTHORIZATION_REQUIRED'].includes(String(await loginStatus(world, account)))
export const sessionStatus = async ({ stack }: World, token: string) =>
  (await stack.get('/users/@me', { token })).status

/** Of violet-anchor-17, with little work. */
const hashes = {
  argon2id:
    '$argon2id$v=19$m=4096,t=1,p=1$UcRnmcZltE2oEmWVr4q0vw$IRqpsINzmr0nubRjRw/iTBCnhdnKsqO9l8CntUjCqIU',
  bcrypt: '$2b$04$nWTF4uTiPUe7bxwORM4Uce67OFHZuA6Tl2hSd69H3.k5bRNYR.BAy',
  scrypt: '$scrypt$ln=10,r=8,p=1$YSBzYWx0IG9mIDE2IGJ5dA$MAoijfYkpcTV9j9KamXkBzbf1pBjc9Ebjj1/ZJ5yrmU',
  pbkdf2: '$pbkdf2-sha256$1000$YSBzYWx0IG9mIDE2IGJ5dA$ENCvLVX.m./Zz7Ye5o6M.c0h6aclbyhMedrQWsbzwmA',
}

export const accountKinds: Record<string, Kind> = {
  'the administrator, who registered first': kind({
    store: ({ stack }) => stack.register('administrator'),
    async check({ stack }, { token }) {
      expect((await stack.get('/admin/sso-config', { token })).status).to.equal(200)
    },
  }),

  'an account with a password and its sessions': kind({
    async store({ stack }) {
      const account = await stack.register('password')
      const [valid, ended] = [await stack.signIn(account), await stack.signIn(account)]
      await stack.post('/auth/logout', { token: ended })
      return { account, valid, ended }
    },
    async check(world, { account, valid, ended }) {
      expect(await loginStatus(world, account)).to.equal(200)
      const wrong = { ...account, password: 'not my password' }
      expect(await loginStatus(world, wrong)).to.deep.equal([400, 'INVALID_FORM_BODY'])
      expect([await sessionStatus(world, valid), await sessionStatus(world, ended)]).to.deep.equal([200, 401])
      const { body } = await world.stack.get<unknown[]>('/auth/sessions', { token: valid })
      expect(body).to.have.length(3)
    },
  }),

  'a profile': kind({
    async store({ stack }) {
      const { token } = await stack.register('profile', { username: 'Pro_File', global_name: 'Pro 🌻 File' })
      const body = { username: 'Pro_File', discriminator: '0042', locale: 'de-AT' }
      return { token, me: (await stack.patch<object>('/users/@me', { token, body })).body }
    },
    async check({ stack }, { token, me }) {
      expect((await stack.get('/users/@me', { token })).body).to.deep.include(me)
    },
  }),

  'an account without a password': kind({
    store: ({ stack }) => stack.register('passwordless', { password: undefined }),
    async check(world, account) {
      expect(await sessionStatus(world, account.token)).to.equal(200)
      expect(await loginStatus(world, account)).to.deep.equal([400, 'INVALID_FORM_BODY'])
    },
  }),

  'an account without an email': kind({
    store: ({ stack }) => stack.register('guest', { email: undefined, password: undefined }),
    async check({ stack }, { token, user_id }) {
      const { body } = await stack.get('/users/@me', { token })
      expect(body).to.deep.include({ id: user_id, email: null })
    },
  }),

  'imported hashes': kind({
    async store({ admin }) {
      const folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'))
      const file = join(folder, 'accounts.ndjson')
      const emails = Object.keys(hashes).map((name) => `${name}@gatehouse.test`)
      const lines = Object.entries(hashes).map(([name, password_hash]) =>
        JSON.stringify({ email: `${name}@gatehouse.test`, password_hash }),
      )
      writeFileSync(file, lines.join('\n'))
      await admin('account', 'import', file).finally(() => rmSync(folder, { recursive: true }))
      return emails
    },
    async check(world, emails) {
      for (const email of emails) {
        expect(await isPassword(world, { email, password: 'violet-anchor-18' })).to.equal(false)
        const account = { email, password: 'violet-anchor-17' }
        // The second one is for the hash that replaced it.
        expect([await isPassword(world, account), await isPassword(world, account)]).to.deep.equal([
          true,
          true,
        ])
      }
    },
  }),

  'an account that is suspended for ever': kind({
    async store({ stack }) {
      const account = await stack.register('suspended')
      await stack.network().clients.accounts.disableAccount({ id: account.user_id })
      return account
    },
    async check(world, account) {
      expect(await loginStatus(world, account)).to.deep.equal([403, 'ACCOUNT_SUSPENDED_PERMANENTLY'])
      expect(await sessionStatus(world, account.token)).to.equal(401)
    },
  }),

  'an account that is suspended for a day': kind({
    async store({ stack }) {
      const account = await stack.register('paused')
      const duration = { seconds: 86_400, nanos: 0 } as never
      await stack.network().clients.accounts.disableAccount({ id: account.user_id, duration })
      return account
    },
    async check(world, account) {
      expect(await loginStatus(world, account)).to.deep.equal([403, 'ACCOUNT_SUSPENDED_TEMPORARILY'])
    },
  }),

  'an account that its owner disabled': kind({
    async store({ stack }) {
      const account = await stack.register('disabled')
      const { token, password } = account
      await stack.post('/users/@me/disable', { token, body: { password } })
      return account
    },
    async check(world, account) {
      expect(await sessionStatus(world, account.token)).to.equal(401)
      expect(await loginStatus(world, account)).to.equal(200)
    },
  }),

  'accounts that their owners delete, one of whom returns': kind({
    async store({ stack }) {
      const accounts = [await stack.register('returning'), await stack.register('leaving')]
      for (const { token, password } of accounts)
        await stack.post('/users/@me/delete', { token, body: { password } })
      return accounts
    },
    async check(world, [returning, leaving]) {
      if (!returning || !leaving) throw new Error('There are two accounts.')
      expect(await loginStatus(world, returning)).to.equal(200)
      const { clients } = world.stack.network()
      const { account } = await clients.accounts.getAccount({ id: leaving.user_id })
      expect(account?.deletionDueAt).to.be.an.instanceof(Date)
    },
  }),

  'sessions that could not be ended': kind({
    movesClock: true,
    async store({ stack, onKey }) {
      const account = await stack.register('pending')
      const key = `sessions:{${account.user_id}}`
      // Redis rejects the revocation, because the key has another type.
      await onKey(key, async (redis, full) => {
        await redis.rename(full, `${full}:aside`)
        await redis.set(full, 'in the way')
      })
      const password = 'quiet-otter-2031'
      const changed = await stack
        .network()
        .clients.accounts.setPassword({ id: account.user_id, password })
        .then(
          () => 'changed',
          (error: { code: string }) => error.code,
        )
      await onKey(key, (redis, full) => redis.rename(`${full}:aside`, full))
      return { ...account, password, changed }
    },
    async check(world, account) {
      expect(await isPassword(world, account)).to.equal(true)
      expect(await sessionStatus(world, account.token)).to.equal(200)
      await world.sweep()
      expect(await sessionStatus(world, account.token)).to.equal(401)
    },
  }),

  'an Idempotency-Key': kind({
    async store({ stack }) {
      const headers = { 'idempotency-key': '"0123456789abcdef"' }
      return { headers, account: await stack.register('repeated', {}, headers) }
    },
    async check({ stack }, { headers, account: { email, password, user_id } }) {
      const body = { email, password, consent: true, date_of_birth: '1990-01-01' }
      const repeated = await stack.post<{ user_id: string }>('/auth/register', { body, headers })
      expect([repeated.status, repeated.body.user_id]).to.deep.equal([200, user_id])
      const other = await stack.post('/auth/register', {
        body: { ...body, password: 'x'.repeat(20) },
        headers,
      })
      expect(other.body.code).to.equal('IDEMPOTENCY_KEY_REUSED')
    },
  }),

  'a hundred wrong passwords': kind({
    async store({ stack }) {
      const account = await stack.register('locked')
      const body = { email: account.email, password: 'not my password' }
      let status = 400
      for (let tries = 0; status !== 403 && tries < 200; tries += 1) {
        const response = await stack.post('/auth/login', { body })
        status = response.status
        await stack.network().clock.advance(Number(response.body.retry_after ?? 0) * 1000)
      }
      return account
    },
    async check(world, account) {
      expect(await loginStatus(world, account)).to.deep.equal([403, 'PASSWORD_LOGIN_DISABLED'])
    },
  }),

  'the audit log': kind({
    async store({ stack }) {
      const { token } = await stack.register('audited')
      await stack.patch('/users/@me', { token, body: { global_name: 'Audited' } })
      const { body } = await stack.get<{ id: string }[]>('/users/@me/audit', { token })
      return { token, acts: body.slice(-1) }
    },
    async check({ stack }, { token, acts }) {
      const { body } = await stack.get<{ id: string }[]>('/users/@me/audit', { token })
      for (const act of acts) expect(body).to.deep.include(act)
    },
  }),
}
