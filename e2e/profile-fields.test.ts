import { profileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'

type Me = Record<string, unknown>
type AuditRecord = { type: string; detail: Record<string, string> }

describe('a field of the profile', () => {
  const stack = openDevStack()
  let owner: TestAccount
  let channelId: string
  before(async () => {
    const channel = await stack.createGuildChannel(await stack.register('owner'))
    owner = channel.owner
    channelId = channel.channel_id
    await stack.post(`/channels/${channelId}/webhooks`, { token: owner.token, body: { name: 'Builds' } })
  })

  const change = (body: Record<string, unknown>) =>
    stack.patch<Me>('/users/@me', { token: owner.token, body })
  const me = async (token = owner.token) => (await stack.get<Me>('/users/@me', { token })).body
  /** As the creator of a webhook, whom every manager of its channel sees. */
  const seenByOthers = async () => {
    const { body } = await stack.get<{ user: Me }[]>(`/channels/${channelId}/webhooks`, {
      token: owner.token,
    })
    return body[0]?.user ?? {}
  }

  for (const field of profileFieldNames) {
    const { wire, example, bounds, code, seenBy, atRegistration } = profileField(field)

    describe(wire, () => {
      it('is set, announced, cleared with null, and announced again', async () => {
        const { status, body } = await change({ [wire]: example })
        expect([status, body[wire]]).to.deep.equal([200, example])
        expect((await me())[wire]).to.equal(example)
        const { status: cleared, body: without } = await change({ [wire]: null })
        expect([cleared, without[wire]]).to.deep.equal([200, null])
        expect((await me())[wire]).to.equal(null)
        await until(async () => {
          const path = '/users/@me/audit?type=account.profile'
          const { body: records } = await stack.get<AuditRecord[]>(path, { token: owner.token })
          const own = records.filter(
            ({ type, detail }) => type === 'account.profile' && detail.fields === wire,
          )
          expect(own).to.have.length(2)
        })
      })

      it(`is rejected above ${bounds.max} characters, also at registration`, async () => {
        const long = 'x'.repeat(bounds.max + 1)
        const { status, body } = await stack.patch('/users/@me', {
          token: owner.token,
          body: { [wire]: long },
        })
        expect([status, fieldErrors(body)]).to.deep.equal([400, [`${wire}:${code}`]])
        if (atRegistration === null) return
        const registration = { consent: true, date_of_birth: '1990-01-01', [wire]: long }
        const rejected = await stack.post('/auth/register', { body: registration })
        expect([rejected.status, fieldErrors(rejected.body)]).to.deep.equal([400, [`${wire}:${code}`]])
      })

      it(`is seen by ${seenBy === 'everyone' ? 'others' : 'its owner alone'}`, async () => {
        await change({ [wire]: example })
        const user = await seenByOthers()
        expect(user.id).to.equal(owner.user_id)
        if (seenBy === 'owner') return expect(user).not.to.have.property(wire)
        expect(user[wire]).to.equal(example)
        await change({ [wire]: null })
        expect((await seenByOthers())[wire]).to.equal(null)
      })

      it(
        atRegistration === null ? 'is not part of a registration' : 'is compared with a registration before',
        async () => {
          const body = { consent: true, date_of_birth: '1990-01-01', [wire]: example }
          const headers = { 'idempotency-key': `"${crypto.randomUUID()}"` }
          const { status, body: signedIn } = await stack.post<TestAccount>('/auth/register', {
            body,
            headers,
          })
          expect(status).to.equal(200)
          expect((await me(signedIn.token))[wire]).to.equal(atRegistration === null ? null : example)
          const { [wire]: _, ...other } = body
          const again = await stack.post('/auth/register', { body: other, headers })
          expect(again.status).to.equal(atRegistration === null ? 200 : 422)
        },
      )
    })
  }
})
