import { expect } from 'chai'
import { parseTime } from './parse-time.ts'

const at = (text: string) => {
  const time = parseTime(text)
  return time === undefined ? undefined : new Date(time).toISOString()
}

describe('parseTime', () => {
  for (const [text, iso] of [
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2025-06-10 01:02:03.123', '2025-06-10T01:02:03.123Z'],
    ['2026-01-02T03:04:05.123456789', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05,5+02:00', '2026-01-02T01:04:05.500Z'],
    ['2026-01-02T03:04:05+0000', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05-05', '2026-01-02T08:04:05.000Z'],
    ['2026-01-02 03:04:05 UTC', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05 +0000 UTC', '2026-01-02T03:04:05.000Z'],
    [' 2026-01-02 ', '2026-01-02T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ] as const)
    it(`reads ${text}`, () => {
      expect(at(text)).to.equal(iso)
    })

  for (const text of [
    ...[
      '',
      'now',
      '1',
      '2026',
      'Tue 3',
      '2026-99-99',
      '2026-01-02T25:00',
      '2026-01-02T03',
      '2026-01-02T03:04:05PST',
    ],
    ...['+012026-01-01T00:00:00Z', '2026-1-2', '2026-01-02T03:04:05+', '2026-01-02T03:04:05+1', '20260102'],
  ])
    it(`reads none in ${JSON.stringify(text)}`, () => {
      expect(at(text)).to.equal(undefined)
    })

  it('does not depend on the zone of the machine', () => {
    const before = process.env.TZ
    process.env.TZ = 'America/New_York'
    try {
      expect(at('2026-01-02T03:04:05')).to.equal('2026-01-02T03:04:05.000Z')
      expect(at('2026-01-02')).to.equal('2026-01-02T00:00:00.000Z')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})
