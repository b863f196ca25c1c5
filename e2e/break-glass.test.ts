import { Readable } from 'node:stream'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

describe('npm run admin -- account set-password', () => {
  const stack = openDevStack()
  let ann: TestAccount
  const next = 'another-violet-anchor'
  before(async () => {
    ann = await stack.register('ann')
  })
  const login = (password: string) => stack.post('/auth/login', { body: { email: ann.email, password } })

  it('rejects invalid passwords and unknown accounts', async () => {
    const common = await admin(['account', 'set-password', ann.email], 'password123\n')
    expect(common.code).to.equal(1)
    expect(common.err)
      .to.contain(' password: This password is too common. Choose a different one.')
      .and.not.to.contain('password123')
    for (const nobody of ['nobody@gatehouse.test', '4242']) {
      expect((await admin(['account', 'set-password', nobody], `${next}\n`)).err).to.contain('UNKNOWN_USER')
    }
    expect((await admin(['account', 'set-password', ann.email], '')).code).to.equal(1)
    expect(
      (await admin(['account', 'set-password', ann.email, next], '')).code,
      'never an argument',
    ).to.equal(2)
    expect((await login(ann.password)).status).to.equal(200)
  })

  it('enables password login again after a hundred wrong passwords, and ends all sessions', async () => {
    // A busy machine rejects some with 503, which do not count.
    for (let counted = 0; counted < 100; ) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => login('wrong password')))
      const rejected = responses.filter(({ status }) => status === 400).length
      expect(rejected).to.be.above(0)
      counted += rejected
    }
    const closed = await login(ann.password)
    expect([closed.status, closed.body.code]).to.deep.equal([403, 'PASSWORD_LOGIN_DISABLED'])

    const { code, out, err } = await admin(['account', 'set-password', ann.email, '--json'], `${next}\n`)
    expect([code, err]).to.deep.equal([0, ''])
    expect(JSON.parse(out)).to.deep.equal({ id: ann.user_id, password_changed: true })

    expect((await login(ann.password)).status).to.equal(400)
    expect((await login(next)).status).to.equal(200)
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(401)
  })

  function admin(args: string[], typed: string) {
    return adminOutput(args, { env: stack.network().env, stdin: Readable.from([typed]) })
  }
})
