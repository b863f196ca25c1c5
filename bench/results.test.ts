import { expect } from 'chai'
import { plot } from './plot.ts'
import { pageOf, type Recorded, seriesOf, verdictOf } from './results.ts'

const run = (fields: Partial<Recorded>): Recorded => ({
  day: '2026-01-01',
  commit: 'aaaaaaa',
  load: '1.0 on 2',
  scenario: 'login',
  measured: '88 logins/s',
  limit: 'raw 243 hashes/s',
  ratio: 0.5,
  goal: '>= 1',
  ...fields,
})

describe('recorded figures', () => {
  for (const [ratio, goal, verdict] of [
    [1, '>= 1', 'pass'],
    [0.99, '>= 1', 'fail'],
    [1, '> 1', 'fail'],
    [1.01, '> 1', 'pass'],
    [0.83, '>= 0.83 (costs at most 1.2 times as much)', 'pass'],
    [0.01, 'stated', '-'],
  ] as const)
    it(`with ratio ${ratio} and goal ${goal} have the verdict ${verdict}`, () => {
      expect(verdictOf({ ratio, goal })).to.equal(verdict)
    })

  it('of a scenario are one series for each limit, whatever its numbers', () => {
    const records = [
      run({ limit: 'raw 243 hashes/s' }),
      run({ limit: 'Better Auth 116 logins/s' }),
      run({ limit: 'raw 199 hashes/s', commit: 'bbbbbbb' }),
    ]
    expect(seriesOf(records).map((runs) => runs.map(({ commit }) => commit))).to.deep.equal([
      ['aaaaaaa', 'bbbbbbb'],
      ['aaaaaaa'],
    ])
  })

  it('are shown with the newest run, its verdict and a plot', () => {
    const page = pageOf(seriesOf([run({ ratio: 0.4 }), run({ ratio: 1.2, commit: 'bbbbbbb' })]))
    expect(page).to.contain(
      '| 2026-01-01 | bbbbbbb | 1.0 on 2 | login | 88 logins/s | raw 243 hashes/s |  | 1.20 | >= 1 | pass |',
    )
    expect(page).not.to.contain('aaaaaaa')
    expect(page).to.contain('![login](plots/login.svg)')
  })

  it('without a goal have no plot', () => {
    expect(pageOf(seriesOf([run({ goal: 'stated' })]))).not.to.contain('.svg')
  })
})

describe('plot', () => {
  const points = [
    { commit: 'aaaaaaa', value: 0.25 },
    { commit: 'bbbbbbb', value: 1 },
  ]
  const heights = (svg: string) => [...svg.matchAll(/<circle [^>]*cy="([\d.]+)"/g)].map(([, y]) => Number(y))

  it('draws each line through its points, and the goal where the value is 1', () => {
    const svg = plot('a <b> & "c"', [{ name: 'raw', points }])
    const [low = 0, high = 0] = heights(svg)
    expect(low).to.be.greaterThan(high)
    expect(Number(/class="goal"[^>]*y1="([\d.]+)"/.exec(svg)?.[1])).to.equal(high)
    expect(svg).to.contain('a &lt;b> &amp; &quot;c&quot;')
    expect(svg.match(/<text[^>]*>(aaaaaaa|bbbbbbb)</g)).to.have.length(2)
  })

  it('keeps the labels of lines apart that end at the same place', () => {
    const svg = plot(
      't',
      ['one', 'two', 'three'].map((name) => ({ name, points })),
    )
    const places = [...svg.matchAll(/y="([\d.]+)" style="fill/g)]
      .map(([, y]) => Number(y))
      .toSorted((a, b) => a - b)
    expect(places.slice(1).every((place, index) => place - (places[index] ?? 0) >= 13)).to.equal(true)
  })

  it('draws values far from the goal inside the frame', () => {
    for (const value of [0.001, 0.5, 2, 1000]) {
      const [y = -1] = heights(plot('t', [{ name: 'n', points: [{ commit: 'c', value }] }]))
      expect(y).to.be.within(28, 164)
    }
  })
})
