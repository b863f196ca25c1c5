import { mailDomains } from '@gatehouse/auth-service/mail-domains/mail-domains'
import { SettingsError } from '@gatehouse/service-kit/process/settings'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import { dnsServer } from './dns-server.ts'

const minute = 60_000

describe('DNS check of mail domains', () => {
  let dns: Awaited<ReturnType<typeof dnsServer>>
  before(async () => {
    dns = await dnsServer({
      'mx.example': { MX: ['mail.mx.example'] },
      'ipv4.example': { A: ['192.0.2.1'] },
      'ipv6.example': { AAAA: ['2001:db8::1'] },
      'null.example': { MX: [''], A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
      'nothing.example': {},
      'servfail.example': 'SERVFAIL',
      'refused.example': 'REFUSED',
      'silence.example': 'silence',
    })
  })
  after(() => dns.close())
  beforeEach(() => {
    dns.queries.length = 0
  })

  const open = (more: { enabled?: boolean; servers?: string } = {}) => {
    const logged = logLines()
    const clock = fakeClock()
    const domains = mailDomains({
      enabled: true,
      servers: dns.address,
      clock,
      log: logged.log,
      timeoutMs: 120,
      ...more,
    })
    return { ...domains, clock, logged }
  }

  for (const [domain, why] of [
    ['null.example', 'says by a null MX that it takes none'],
    ['nothing.example', 'has no host'],
    ['missing.example', 'does not exist'],
  ] as const) {
    it(`rejects a domain that ${why}`, async () => expect(await open().canReceive(domain)).to.equal(false))
  }

  it('accepts a domain with an MX record, or else with an address', async () => {
    const { canReceive } = open()
    for (const domain of ['mx.example', 'ipv4.example', 'ipv6.example'])
      expect(await canReceive(domain), domain).to.equal(true)
    expect(dns.queries).to.deep.equal([
      'MX mx.example',
      ...['MX ipv4.example', 'A ipv4.example'],
      ...['MX ipv6.example', 'A ipv6.example', 'AAAA ipv6.example'],
    ])
  })

  for (const domain of ['servfail.example', 'refused.example', 'silence.example']) {
    it(`accepts ${domain} without caching while DNS does not answer`, async () => {
      const { canReceive, logged } = open()
      expect([await canReceive(domain), await canReceive(domain)]).to.deep.equal([true, true])
      expect(logged.text().match(/dns\.unavailable/g), 'logged once per outage').to.have.lengthOf(1)
      expect(logged.text()).not.to.contain(domain)
      const wasAsked = dns.queries.length
      await canReceive(domain)
      expect(dns.queries.length).to.be.above(wasAsked)
    })
  }

  it('accepts a domain if no DNS server is reachable', async () => {
    expect(await open({ servers: '127.0.0.1:9' }).canReceive('missing.example')).to.equal(true)
  })

  it('caches an accepted domain for half an hour, a rejected one for five minutes', async () => {
    const { canReceive, clock } = open()
    const asksAfter = async (domain: string, ms: number) => {
      clock.advance(ms)
      const before = dns.queries.length
      await canReceive(domain)
      return dns.queries.length > before
    }
    expect(await asksAfter('mx.example', 0)).to.equal(true)
    expect(await asksAfter('missing.example', 0)).to.equal(true)
    expect(await asksAfter('missing.example', 5 * minute - 1)).to.equal(false)
    expect(await asksAfter('missing.example', 2)).to.equal(true)
    expect(await asksAfter('mx.example', 25 * minute - 2)).to.equal(false)
    expect(await asksAfter('mx.example', 2)).to.equal(true)
  })

  it('does no lookup if the check is disabled', async () => {
    expect(await open({ enabled: false }).canReceive('missing.example')).to.equal(true)
    expect(dns.queries).to.deep.equal([])
  })

  it('rejects servers that are no IP addresses', () => {
    expect(() => open({ servers: 'dns.example:53' })).to.throw(SettingsError, 'GATEHOUSE_DNS_SERVERS')
  })
})
