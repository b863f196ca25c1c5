import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { day, minute, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('Sessions.List', () => {
  let service: RunningService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const hashes = async (accountId: string) =>
    (await service.client.list({ accountId })).sessions.map(({ idHash }) => idHash)

  it('returns the sessions of one account, most recently used first', async () => {
    const accountId = newAccountId()
    const made = []
    for (let i = 0; i < 4; i++) {
      made.push(await signIn(service, accountId))
      service.clock.advance(minute)
    }
    await signIn(service)
    const [first, second, third, fourth] = made
    await service.client.verify({ token: second?.token ?? '' })
    expect(await hashes(accountId)).to.deep.equal([second, fourth, third, first].map((s) => s?.idHash))
  })

  it('shows device and place, and neither address nor User-Agent', async () => {
    const { accountId } = await signIn(service)
    const [session] = (await service.client.list({ accountId })).sessions
    expect(session).to.deep.include({ browser: 'Chrome', os: 'Windows', platform: 'desktop' })
    expect(session?.location).to.include({ city: 'Zürich' })
    expect(JSON.stringify(session)).not.to.match(/203\.0\.113\.7|Mozilla/)
  })

  it('never shows an expired session', async () => {
    const accountId = newAccountId()
    await signIn(service, accountId)
    service.clock.advance(29 * day)
    const { idHash } = await signIn(service, accountId)
    service.clock.advance(day)
    expect(await hashes(accountId)).to.deep.equal([idHash])
    service.clock.advance(29 * day)
    expect(await hashes(accountId)).to.deep.equal([])
  })

  it('returns nothing for an account that never signed in', async () => {
    expect(await hashes(newAccountId())).to.deep.equal([])
  })

  for (const accountId of ['', 'x', '1}:{2']) {
    it(`rejects the account id ${JSON.stringify(accountId)}`, async () => {
      expect((await rejected(service.client.list({ accountId }))).fields[0]?.path).to.equal('account_id')
    })
  }
})
