import { type Crowd, crowd } from '../crowd.ts'
import { interleave, type Measured } from '../interleave.ts'
import { quantile } from '../quantile.ts'
import type { Figure, Scenario } from '../scenario.ts'

const lanes = 16

/** The cost of a verification among a million sessions and among a hundred thousand. Needs 650 MB and a minute to start. */
export const manySessions: Scenario = {
  name: 'many-sessions',
  isOptIn: true,
  async run(_target, seconds) {
    await using few = await crowd(100_000)
    await using many = await crowd(1_000_000)
    const measured = await interleave(seconds, {
      many: { run: verifying(many), pids: many.pids },
      few: { run: verifying(few), pids: few.pids },
    })
    return [
      figure('processor time of Redis', measured, 'us', ({ processorUs }) => processorUs.redis ?? 0),
      figure('p50', measured, 'ms', ({ p50 }) => p50),
      {
        scenario: 'memory of a session among 1,000,000, one per account',
        measured: `${Math.round(many.bytesEach)} bytes`,
        limit: `among 100,000: ${Math.round(few.bytesEach)} bytes`,
        ratio: few.bytesEach / many.bytesEach,
        goal: 'stated',
      },
    ]
  },
}

function verifying({ sessions, tokens }: Crowd) {
  return async (seconds: number) => {
    const until = performance.now() + seconds * 1000
    const times: number[] = []
    const lane = async () => {
      while (performance.now() < until) {
        const token = tokens[Math.floor(Math.random() * tokens.length)] ?? ''
        const from = performance.now()
        await sessions.verify({ token })
        times.push(performance.now() - from)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  }
}

function figure(
  what: string,
  { many, few }: Record<'many' | 'few', Measured>,
  unit: string,
  value: (measured: Measured) => number,
): Figure {
  return {
    scenario: `verify a session among 1,000,000, ${lanes} at once, ${what}`,
    measured: `${value(many).toFixed(2)} ${unit}`,
    limit: `among 100,000: ${value(few).toFixed(2)} ${unit}`,
    ratio: value(few) / value(many),
    goal: '>= 0.83 (costs at most 1.2 times as much)',
  }
}
