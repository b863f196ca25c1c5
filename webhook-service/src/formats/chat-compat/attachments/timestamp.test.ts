import { expect } from 'chai'
import { timestampOf } from './timestamp.ts'

describe('timestampOf', () => {
  const second = '2018-03-05T11:08:20.000Z'
  const times: [unknown, string | undefined][] = [
    [1520248100, second],
    ['1520248100', second],
    ['1520248100.000387', second],
    [1520248100.25, '2018-03-05T11:08:20.250Z'],
    [1520248100000, second],
    ['1520248100000', second],
    ...[
      undefined,
      null,
      '',
      ' ',
      0,
      false,
      {},
      [],
      -5,
      'now',
      '1e9',
      1e18,
      '99999999999999999999',
      Number.NaN,
    ].map((junk): [unknown, undefined] => [junk, undefined]),
  ]
  for (const [ts, expected] of times)
    it(`returns ${expected} for ${JSON.stringify(ts)}`, () => expect(timestampOf(ts)).to.equal(expected))
})
