import { expect } from 'chai'
import { fieldErrors, openDevStack, type TestAccount, type Webhook } from './dev-stack.ts'

describe('a request with an Idempotency-Key', () => {
  const stack = openDevStack()
  const newKey = () => ({ 'idempotency-key': `"${crypto.randomUUID()}"` })

  describe('POST /auth/register', () => {
    const body = () => ({
      email: `${crypto.randomUUID()}@gatehouse.test`,
      password: 'violet-anchor-9',
      consent: true,
      date_of_birth: '1990-01-01',
    })

    it('signs in to the same account when it is repeated', async () => {
      const sent = { body: body(), headers: newKey() }
      const [first, second] = [
        await stack.post<TestAccount>('/auth/register', sent),
        await stack.post<TestAccount>('/auth/register', sent),
      ]
      expect([first.status, second.status]).to.deep.equal([200, 200])
      expect(second.body.user_id).to.equal(first.body.user_id)
      for (const { token } of [first.body, second.body])
        expect((await stack.get('/auth/sessions/current', { token })).status).to.equal(200)
    })

    it('rejects the key with another body', async () => {
      const sent = { body: body(), headers: newKey() }
      await stack.post('/auth/register', sent)
      const { status, body: rejection } = await stack.post('/auth/register', {
        ...sent,
        body: { ...sent.body, password: 'violet-anchor-10' },
      })
      expect([status, rejection.code]).to.deep.equal([422, 'IDEMPOTENCY_KEY_REUSED'])
      const other = await stack.post('/auth/register', { body: body(), headers: newKey() })
      expect(other.status).to.equal(200)
    })

    for (const length of [0, 15, 256]) {
      it(`rejects a key of ${length} characters`, async () => {
        const headers = { 'idempotency-key': 'k'.repeat(length) }
        const { status, body: rejection } = await stack.post('/auth/register', { body: body(), headers })
        expect([status, fieldErrors(rejection)]).to.deep.equal([
          400,
          ['idempotency-key:STRING_LENGTH_INVALID'],
        ])
      })
    }
  })

  it('creates one webhook', async () => {
    const { channel_id, owner } = await stack.createGuildChannel(await stack.register('owner'))
    const path = `/channels/${channel_id}/webhooks`
    const sent = { token: owner.token, body: { name: 'Builds' }, headers: newKey() }
    const responses = await Promise.all([1, 2, 3].map(() => stack.post<Webhook>(path, sent)))
    const [first] = responses
    for (const { status, body } of responses) expect([status, body]).to.deep.equal([200, first?.body])
    expect((await stack.get<Webhook[]>(path, { token: owner.token })).body).to.have.length(1)
    const { status, body } = await stack.post(path, { ...sent, body: { name: 'Deploys' } })
    expect([status, body.code]).to.deep.equal([422, 'IDEMPOTENCY_KEY_REUSED'])
  })
})
