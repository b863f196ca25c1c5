import { startLeast } from './baselines/start-baseline.ts'
import type { Contender } from './interleave.ts'
import { pidsOf, type Target } from './scenario.ts'

const forms = { least: null, 'least over unary calls': 'unary', 'least over a stream': 'stream' } as const
export type LeastForm = keyof typeof forms
export const leastForms: LeastForm[] = ['least', 'least over unary calls', 'least over a stream']

/** A least program in one process, and in as many processes as the product has, as contenders. */
export async function startLeastForms(
  name: 'least-sign-in' | 'least-execution',
  target: Target,
  runOf: (url: string) => Contender['run'],
) {
  const started = await Promise.all(
    leastForms.map(async (form) => [form, await startLeast(name, target, forms[form])] as const),
  )
  const contenders = started.map(([form, { url, pids }]): [LeastForm, Contender] => [
    form,
    { run: runOf(url), pids: { ...pids, ...pidsOf(target, ['mongodb', 'redis']) } },
  ])
  return {
    // Each form is started.
    contenders: Object.fromEntries(contenders) as Record<LeastForm, Contender>,
    stop: () => Promise.all(started.map(([, { stop }]) => stop())),
  }
}
