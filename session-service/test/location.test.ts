import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { readEventJson } from '@gatehouse/service-kit/events/event-json'
import { geoipDatabase } from '@gatehouse/service-kit/testing/geoip-database'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { handingOver, phone } from './handing-over.ts'
import { laptop, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

const database = geoipDatabase({
  '203.0.113.0/24': { city: { names: { en: 'Lisbon' } }, country: { names: { en: 'Portugal' } } },
  '198.51.100.0/24': { subdivisions: [{ iso_code: 'BY' }], country: { names: { en: 'Germany' } } },
})
const lisbon = { city: 'Lisbon', region: undefined, country: 'Portugal' }
const bavaria = { city: undefined, region: 'BY', country: 'Germany' }

describe('the location of a session', () => {
  let service: RunningService
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-places-'))
    const path = join(folder, 'city.mmdb')
    writeFileSync(path, database)
    service = await startService({ GATEHOUSE_GEOIP_DATABASE: path })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const silent = (client: Client): Client => ({ ...client, location: undefined })
  const listedFor = async (client: Client) => {
    const accountId = newAccountId()
    await service.client.create({ accountId, client, proofMethods: [] })
    return (await service.client.list({ accountId })).sessions[0]?.location
  }

  it('is that of the address', async () => {
    expect(await listedFor(silent(phone))).to.deep.equal(bavaria)
  })

  it('is the one the client sends, if any', async () => {
    expect(await listedFor(phone)).to.include({ city: 'Nowhere', country: 'XX' })
  })

  it('is that of the address in events, whatever the client sends', async () => {
    const accountId = newAccountId()
    const { session } = await service.client.create({ accountId, client: phone, proofMethods: [] })
    await service.client.revoke({ accountId, idHashes: [session?.idHash ?? ''], client: phone })
    const events = await until(async () => {
      const entries = await service.redis.xrange(`${service.config.redisPrefix}events:sessions`, '-', '+')
      const found = entries
        .map(([, fields]) => readEventJson(fields[fields.indexOf('event') + 1] ?? ''))
        .filter((event) => event?.accountId === accountId)
      if (found.length < 2) throw new Error('Not published yet.')
      return found
    })
    expect(events.map((event) => event?.clientInfo?.location)).to.deep.equal([bavaria, bavaria])
  })

  it('is unset for an address without a location', async () => {
    for (const address of ['192.0.2.1', '10.0.0.1']) {
      expect(await listedFor({ ...silent(phone), address })).to.equal(undefined)
    }
  })

  it('is shown to the giver by the address of the receiver, not as the receiver sends it', async () => {
    const steps = handingOver(service)
    const ann = await signIn(service)
    const { code } = await steps.give(ann)
    await steps.poll(code, { client: phone })
    expect((await steps.info(code, ann)).receiver?.location).to.deep.equal(bavaria)
    const lost = await steps.give(ann)
    await steps.poll(lost.code, { client: { ...phone, address: '192.0.2.1' } })
    expect((await steps.info(lost.code, ann)).receiver?.location).to.equal(undefined)
  })

  it('is known for a device that receives a session created before it polled', async () => {
    const steps = handingOver(service)
    const ann = await signIn(service)
    const { code } = await steps.give(ann)
    await steps.complete(code, ann)
    await steps.poll(code, { client: { ...laptop, location: undefined } })
    const { sessions } = await service.client.list({ accountId: ann.accountId })
    expect(sessions.map(({ location }) => location)).to.deep.include(lisbon)
  })
})
