import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { geoipDatabase } from '@gatehouse/service-kit/testing/geoip-database'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, client, openAuthHarness, problems, registration } from './auth-harness.ts'
import { dnsServer } from './dns-server.ts'

const database = geoipDatabase({
  '203.0.113.0/26': { country: { iso_code: 'US' } },
  '203.0.113.64/26': { country: { iso_code: 'AT' } },
  '203.0.113.128/26': { country: { iso_code: 'FR' } },
  '203.0.113.192/26': { country: { iso_code: 'DE' } },
})
const [us, at, fr, de] = ['203.0.113.1', '203.0.113.65', '203.0.113.129', '203.0.113.193']
const [unknown, lan] = ['198.51.100.1', '10.0.0.1']

describe('Auth.Register, with GeoIP and DNS', () => {
  let stack: AuthHarness
  let folder: string
  let dns: Awaited<ReturnType<typeof dnsServer>>
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-places-'))
    const path = join(folder, 'country.mmdb')
    writeFileSync(path, database)
    dns = await dnsServer({
      'mail.example': { MX: ['mx.mail.example'] },
      'null.example': { MX: [''] },
      'xn--mnchen-3ya.example': { MX: ['mx.mail.example'] },
      'broken.example': 'SERVFAIL',
    })
    stack = await openAuthHarness({
      GATEHOUSE_GEOIP_DATABASE: path,
      GATEHOUSE_EMAIL_DNS_CHECK: '1',
      GATEHOUSE_DNS_SERVERS: dns.address,
    })
  })
  after(async () => {
    await stack.close()
    await dns.close()
    rmSync(folder, { recursive: true })
  })
  const rejection = (fields: Parameters<typeof registration>[0]) =>
    rejected(stack.auth.register(registration(fields)))

  for (const [where, address, age] of [
    ['the United States', us, 13],
    ['Austria', at, 14],
    ['France', fr, 15],
    ['Germany', de, 16],
    ['a country nobody knows', unknown, 16],
    ['a network of its own', lan, 16],
  ] as const) {
    it(`requires an age of ${age} in ${where}`, async () => {
      const from = { ...client, address }
      // The clock stands on 1 January 2030.
      const error = await rejection({ client: from, dateOfBirth: `${2030 - age}-01-02` })
      expect(problems(error)).to.deep.equal(['date_of_birth:MUST_BE_MINIMUM_AGE'])
      expect(error.fields[0]?.message).to.contain(` ${age} `)
      expect(await stack.register({ client: from, dateOfBirth: `${2030 - age}-01-01` })).to.match(/^\d+$/)
    })
  }

  it('rejects an email whose domain accepts no mail, together with other lookup errors', async () => {
    for (const email of ['ann@null.example', 'ann@missing.example', 'ann@MISSING.example'])
      expect(problems(await rejection({ email })), email).to.deep.equal(['email:INVALID_EMAIL_ADDRESS'])
  })

  it('looks up A-labels and accepts the email if DNS does not answer', async () => {
    for (const email of ['ann@mail.example', 'ann@München.example', 'ann@broken.example'])
      expect(await stack.register({ email }), email).to.match(/^\d+$/)
    expect(dns.queries).to.include('MX xn--mnchen-3ya.example')
  })

  it('does no lookup while a field is invalid by itself', async () => {
    const queries = dns.queries.length
    await rejection({ email: 'ann@new.example', consent: false })
    await rejection({ email: 'ann@@new.example' })
    expect(dns.queries.length).to.equal(queries)
  })
})
