import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { geoipDatabase } from '@gatehouse/service-kit/testing/geoip-database'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

type Location = { city: string | null; region: string | null; country: string | null }
type Session = { current: boolean; client_info: { location: Location | null } | null }

const database = geoipDatabase({
  '203.0.113.0/24': { city: { names: { en: 'Zurich' } }, country: { names: { en: 'Switzerland' } } },
  '2001:db8::/32': { country: { iso_code: 'PT' } },
})
const zurich = { city: 'Zurich', region: null, country: 'Switzerland' }

describe('the location of a client, with a GeoIP database', () => {
  let folder: string
  const settings: Record<string, string> = { GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' }
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-locations-'))
    settings.GATEHOUSE_GEOIP_DATABASE = join(folder, 'city.mmdb')
    writeFileSync(settings.GATEHOUSE_GEOIP_DATABASE, database)
  })
  after(() => rmSync(folder, { recursive: true }))

  const stack = openDevStack({ settings })
  let ann: TestAccount
  before(async () => {
    ann = await stack.register('ann')
  })

  const from = (address: string, reported?: unknown) => ({
    'x-forwarded-for': address,
    ...(reported === undefined ? {} : { 'x-client-location': JSON.stringify(reported) }),
  })

  /** The client info of a session in the list. */
  async function listed(headers: Record<string, string>): Promise<Location | null | undefined> {
    const { email, password } = ann
    const { token } = (
      await stack.post<{ token: string }>('/auth/login', { body: { email, password }, headers })
    ).body
    const { body } = await stack.get<Session[]>('/auth/sessions', { token })
    return body.find(({ current }) => current)?.client_info?.location
  }

  /** The client info of the device that claims a code. */
  async function shownToGiver(headers: Record<string, string>): Promise<Location | null | undefined> {
    const { body: begun } = await stack.post<{ code: string }>('/auth/handoff/initiate', { token: ann.token })
    await stack.get(`/auth/handoff/${begun.code}/status`, { headers })
    const { body } = await stack.get<Session>(`/auth/handoff/${begun.code}`, { token: ann.token })
    return body.client_info?.location
  }

  it('is in the list of sessions', async () => {
    expect(await listed(from('203.0.113.7'))).to.deep.equal(zurich)
    expect(await listed(from('2001:db8::7'))).to.deep.equal({ city: null, region: null, country: 'PT' })
  })

  it('is the location that the client reports, if valid', async () => {
    const reported = { city: 'Geneva', country: 'CH' }
    expect(await listed(from('203.0.113.7', reported))).to.deep.equal({ ...reported, region: null })
    for (const odd of [{}, { city: 7 }, 'Geneva', { city: 'x'.repeat(101) }]) {
      expect(await listed(from('203.0.113.7', odd))).to.deep.equal(zurich)
    }
  })

  it('is null if unknown', async () => {
    for (const address of ['198.51.100.7', '10.0.0.7', '::1'])
      expect(await listed(from(address))).to.equal(null)
  })

  it('is taken only from the address in a handoff', async () => {
    const reported = { city: 'Home', country: 'Home' }
    expect(await shownToGiver(from('203.0.113.7', reported))).to.deep.equal(zurich)
    expect(await shownToGiver(from('198.51.100.7', reported))).to.equal(null)
  })
})
