import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { makeGuild } from '../../guild-directory/test/fixtures.ts'
import { asManager, client, type StartedService, startService } from './started-service.ts'

const nobodyListens = '127.0.0.1:1'

describe('webhook-service while a store is unavailable', () => {
  let service: StartedService
  afterEach(() => service.close())

  const ready = async () => {
    const response = await fetch(`http://${service.opsAddress}/health/ready`)
    return { status: response.status, body: await response.json() }
  }

  it('starts without MongoDB, is not ready, and fails calls with SERVICE_UNAVAILABLE', async () => {
    service = await startService({ mongodbUrl: `mongodb://${nobodyListens}/?replicaSet=gatehouse` })
    const { status, body } = await ready()
    expect(status).to.equal(503)
    expect(body).to.deep.include({ waiting_for: ['mongodb', 'schema', 'worker_number'] })

    const webhook = { id: '1', token: 'x', client: client('203.0.113.1') }
    const calls = [
      () => service.webhooks.getByToken({ webhook }),
      () => service.webhooks.create({ ...asManager('1'), channelId: '1', name: 'Builds' }),
      () => service.guilds.putGuild({ guild: { id: '1', name: 'Guild', ownerId: '1' } }),
      () => service.guilds.redeemInvite({ code: 'code', userId: '1' }),
    ]
    for (const call of calls) expect((await rejected(call())).code).to.equal('SERVICE_UNAVAILABLE')
  })

  it('works without Redis, limits wrong tokens in the process, and stays ready', async () => {
    service = await startService({ redisUrl: `redis://${nobodyListens}` })
    expect((await ready()).status).to.equal(200)
    const { channelId, owner } = await makeGuild(service)
    const made = await service.webhooks.create({ ...asManager(owner), channelId, name: 'Builds' })
    const reference = { id: made.webhook?.id ?? '', client: client('203.0.113.1') }

    const wrong = () => rejected(service.webhooks.getByToken({ webhook: { ...reference, token: 'wrong' } }))
    for (let time = 0; time < 10; time++) expect((await wrong()).code).to.equal('UNKNOWN_WEBHOOK')
    expect((await wrong()).code).to.equal('RATE_LIMITED')
    const right = { ...reference, token: made.webhook?.token ?? '' }
    expect((await service.webhooks.getByToken({ webhook: right })).webhook?.id).to.equal(reference.id)
  })
})
