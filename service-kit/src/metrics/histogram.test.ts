import { expect } from 'chai'
import { histogram } from './histogram.ts'
import { metricsText } from './metrics-text.ts'

describe('a histogram', () => {
  it('is told as Prometheus reads it: each bound with all below it, the sum and the count', () => {
    const waits = histogram({ name: 'wait_seconds', help: 'Waited.', bounds: [0.1, 1] })
    for (const value of [0.05, 0.1, 0.5, 7]) waits.observe(value)
    expect(metricsText([waits])).to.equal(
      [
        '# HELP wait_seconds Waited.',
        '# TYPE wait_seconds histogram',
        'wait_seconds_bucket{le="0.1"} 2',
        'wait_seconds_bucket{le="1"} 3',
        'wait_seconds_bucket{le="+Inf"} 4',
        'wait_seconds_sum 7.65',
        'wait_seconds_count 4',
        '',
      ].join('\n'),
    )
  })

  it('tells zeros before anything happened', () => {
    const waits = histogram({ name: 'wait_seconds', help: 'Waited.', bounds: [1] })
    expect(waits.samples().map(({ value }) => value)).to.deep.equal([0, 0, 0, 0])
  })
})
