import { mkdtempSync, renameSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { geoipDatabase } from '../../testing/geoip-database.ts'
import { SettingsError } from '../process/settings.ts'
import { openGeoip } from './geoip.ts'

const zurich = {
  city: { names: { en: 'Zurich', de: 'Zürich' } },
  subdivisions: [{ iso_code: 'ZH', names: { en: 'Zurich' } }, { iso_code: '261' }],
  country: { iso_code: 'CH', names: { en: 'Switzerland', de: 'Schweiz' } },
}
const everywhere = { country: { iso_code: 'XX' } }
const zurichLocation = { city: 'Zurich', region: 'Zurich', country: 'Switzerland' }

describe('openGeoip', () => {
  let folder: string
  let path: string
  const failures: unknown[] = []
  let reloads = 0
  const events = {
    geoipReloaded: () => {
      reloads += 1
    },
    geoipUnreadable: (error: unknown) => void failures.push(error),
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-geoip-'))
    path = join(folder, 'city.mmdb')
    failures.length = 0
    reloads = 0
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Replaces the file repeatedly: the watcher ignores a change before its first look at the file. */
  async function replaceUntil(bytes: Buffer | string, isSeen: () => boolean) {
    while (!isSeen()) {
      writeFileSync(`${path}.new`, bytes)
      renameSync(`${path}.new`, path)
      await new Promise(setImmediate)
    }
  }

  async function openWith(...database: Parameters<typeof geoipDatabase>) {
    writeFileSync(path, geoipDatabase(...database))
    const geoip = await openGeoip({ path, events, checkEveryMs: 5 })
    geoip.close()
    return geoip.locationOf
  }

  it('returns the country code in upper case, or null', async () => {
    writeFileSync(
      path,
      geoipDatabase({
        '203.0.113.0/25': zurich,
        '203.0.113.128/25': { country: { names: { en: 'Switzerland' } } },
        '198.51.100.0/25': { country: { iso_code: 'ch' } },
        '198.51.100.128/25': { country: { iso_code: 'Schweiz' } },
      }),
    )
    const { countryOf, close } = await openGeoip({ path, events })
    close()
    const codes = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.7'].map(countryOf)
    expect(codes).to.deep.equal(['CH', 'CH', 'CH'])
    for (const address of ['203.0.113.200', '198.51.100.200', '192.0.2.1', '10.0.0.1', 'unknown', ''])
      expect(countryOf(address), address).to.equal(null)
  })

  it('returns the location of IPv4, IPv6 and IPv4-mapped addresses', async () => {
    const locationOf = await openWith({ '203.0.113.0/24': zurich, '2001:db8:7::/48': zurich })
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '2001:DB8:7::1']) {
      expect(locationOf(address), address).to.deep.equal(zurichLocation)
    }
    for (const address of ['203.0.114.7', '2001:db8:8::1'])
      expect(locationOf(address), address).to.equal(null)
  })

  it('returns null for private addresses and for texts that are not addresses', async () => {
    const locationOf = await openWith({
      '0.0.0.0/1': everywhere,
      '128.0.0.0/1': everywhere,
      'f000::/4': everywhere,
    })
    expect(locationOf('203.0.113.7')).to.include({ country: 'XX' })
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.0.1',
      '169.254.1.1',
      '100.64.0.1',
      '0.0.0.0',
    ]
    const inside6 = ['::1', '::', 'fd00::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '::ffff:10.1.2.3']
    const garbage = [
      '',
      ' ',
      'unknown',
      '203.0.113',
      '203.0.113.256',
      '203.0.113.7, 10.0.0.1',
      '1:2',
      '\u0000',
    ]
    for (const address of [...inside, ...inside6, ...garbage])
      expect(locationOf(address), address).to.equal(null)
    expect(failures).to.deep.equal([])
  })

  it('falls back to codes where the database has no English name', async () => {
    const locationOf = await openWith({
      '198.51.100.0/26': {
        city: { names: { de: 'Genf' } },
        subdivisions: [{ iso_code: 'GE' }],
        country: { iso_code: 'CH' },
      },
      '198.51.100.64/26': { country: { names: { en: 'Switzerland' } } },
      '198.51.100.128/26': { autonomous_system_number: 64500 },
      '198.51.100.192/26': { city: '', country: 'CH', subdivisions: [] },
    })
    expect(locationOf('198.51.100.1')).to.deep.equal({ city: undefined, region: 'GE', country: 'CH' })
    expect(locationOf('198.51.100.65')).to.include({ city: undefined, country: 'Switzerland' })
    expect(locationOf('198.51.100.129')).to.equal(null)
    expect(locationOf('198.51.100.193')).to.equal(null)
  })

  it('returns null for IPv6 from an IPv4 database', async () => {
    const locationOf = await openWith({ '32.0.0.0/8': zurich }, { ipVersion: 4 })
    expect(locationOf('32.1.13.184')).to.deep.equal(zurichLocation)
    expect(locationOf('2001:db8::1')).to.equal(null)
  })

  it('returns null without a database', async () => {
    const { locationOf, countryOf, close } = await openGeoip({ path: null, events })
    expect([locationOf('203.0.113.7'), countryOf('203.0.113.7')]).to.deep.equal([null, null])
    close()
  })

  it('throws a SettingsError if the file cannot be read', async () => {
    const whole = geoipDatabase({ '203.0.113.0/24': zurich })
    const broken = {
      'empty.mmdb': '',
      'text.mmdb': 'no database',
      'half.mmdb': whole.subarray(0, whole.length / 2),
      'zipped.mmdb': gzipSync(whole),
    }
    for (const [name, bytes] of Object.entries(broken)) writeFileSync(join(folder, name), bytes)
    const reasons = Object.keys(broken).map((name) => [name, 'no database in MaxMind format'] as const)
    for (const [name, reason] of [['missing.mmdb', 'ENOENT'], ['.', 'EISDIR'], ...reasons] as const) {
      const error = await openGeoip({ path: join(folder, name), events }).catch((thrown: unknown) => thrown)
      expect(error, name).to.be.instanceOf(SettingsError)
      expect(String(error), name).to.contain(
        `GATEHOUSE_GEOIP_DATABASE names a file that cannot be used (${reason})`,
      )
    }
  })

  it('reloads the file when it changes, and uses the previous database if that fails', async () => {
    writeFileSync(path, geoipDatabase({ '203.0.113.0/24': everywhere }))
    const { locationOf, close } = await openGeoip({ path, events, checkEveryMs: 5 })
    await replaceUntil('no database at all', () => failures.length > 0)
    expect(locationOf('203.0.113.7')).to.include({ country: 'XX' })
    await replaceUntil(geoipDatabase({ '203.0.113.0/24': zurich }), () => reloads > 0)
    expect(locationOf('203.0.113.7')).to.deep.equal(zurichLocation)
    close()
  })

  for (const [kind, bytes] of Object.entries({
    'a valid file': geoipDatabase({ '203.0.113.0/24': zurich }),
    'a damaged file': 'no database at all',
  })) {
    it(`reports nothing after close, also if a reload of ${kind} was in progress`, async () => {
      writeFileSync(path, geoipDatabase({ '203.0.113.0/24': everywhere }))
      const { close } = await openGeoip({ path, events, checkEveryMs: 5 })
      let isClosed = false
      // Listeners run in the order in which they were added: the reload has started before this one runs.
      watchFile(path, () => {
        close()
        isClosed = true
      })
      await replaceUntil(bytes, () => isClosed)
      unwatchFile(path)
      // Takes longer than the reload that started before it.
      for (let i = 0; i < 3; i++) (await openGeoip({ path, events }).catch(() => null))?.close()
      expect({ failures, reloads }).to.deep.equal({ failures: [], reloads: 0 })
    })
  }

  it('returns null and reports the error if the file is damaged inside', async () => {
    const whole = geoipDatabase({ '203.0.113.0/24': zurich })
    writeFileSync(path, Buffer.concat([Buffer.alloc(8, 0x7f), whole.subarray(8)]))
    const { locationOf, close } = await openGeoip({ path, events })
    expect(locationOf('203.0.113.7')).to.equal(null)
    expect(failures).to.have.length(1)
    close()
  })
})
