import { counter } from '@gatehouse/service-kit/metrics/metric'

/** What posts to webhooks came to, refused ones too: those are in no delivery log (contract.md 8 row 31). */
export const executions = counter<'format' | 'result'>({
  name: 'gatehouse_executions_total',
  help: 'Posts to webhooks, by `format` and by `result`: the first word of `X-Webhook-Result`, of refusals with their code.',
})

/** Counts one post. Of the result only our own words become a label: what follows `ignored:` is a sender's. */
export function countExecution(format: string, result: string): void {
  const [word = '', code] = result.split(':')
  executions.add({ format, result: word === 'rejected' ? `${word}:${code}` : word })
}
