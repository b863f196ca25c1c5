import { expect } from 'chai'
import { samplesOf } from '../../testing/samples-of.ts'
import { counter, gauge, histogram, readGauge } from './metric.ts'

describe('metrics', () => {
  it('count by label', async () => {
    const served = counter({ name: 'served_total', help: 'Served.', labelNames: ['kind'] })
    served.inc({ kind: 'tea' })
    served.inc({ kind: 'tea' })
    served.inc({ kind: 'coffee' })
    expect(await samplesOf(served)).to.deep.equal({
      'served_total{kind="tea"}': 2,
      'served_total{kind="coffee"}': 1,
    })
  })

  it('read a gauge at each scrape', async () => {
    let open = 1
    const connections = gauge({ name: 'connections', help: 'Open.', collect: (metric) => metric.set(open) })
    expect(await samplesOf(connections)).to.deep.equal({ connections: 1 })
    open = 2
    expect(await samplesOf(connections)).to.deep.equal({ connections: 2 })
  })

  it('keep the buckets of a histogram when they are scraped', async () => {
    const waits = histogram({ name: 'wait_seconds', help: 'Waited.', buckets: [0.1, 1] })
    for (const value of [0.05, 0.1, 0.5, 7]) waits.observe(value)
    const samples = {
      'wait_seconds_bucket{le="0.1"}': 2,
      'wait_seconds_bucket{le="1"}': 3,
      'wait_seconds_bucket{le="+Inf"}': 4,
      wait_seconds_sum: 7.65,
      wait_seconds_count: 4,
    }
    expect(await samplesOf(waits)).to.deep.equal(samples)
    expect(await samplesOf(waits)).to.deep.equal(samples)
  })

  it('omit the sample of a reader while it fails', async () => {
    let isAvailable = true
    const age = readGauge(
      { name: 'age_seconds', help: 'Age.', label: 'what' },
      {
        mails: async () => 3,
        events: async () => {
          if (!isAvailable) throw new Error('away')
          return 5
        },
      },
    )
    const all = { 'age_seconds{what="mails"}': 3, 'age_seconds{what="events"}': 5 }
    expect(await samplesOf(age)).to.deep.equal(all)
    isAvailable = false
    expect(await samplesOf(age)).to.deep.equal({ 'age_seconds{what="mails"}': 3 })
    isAvailable = true
    expect(await samplesOf(age)).to.deep.equal(all)
  })

  it('start at 0 without labels', async () => {
    expect(await samplesOf(counter({ name: 'refused_total', help: 'Rejected.' }))).to.deep.equal({
      refused_total: 0,
    })
  })
})
