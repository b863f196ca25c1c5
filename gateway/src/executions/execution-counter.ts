import { counter } from '@gatehouse/service-kit/metrics/metric'

export const executions = counter({
  labelNames: ['format', 'result'],
  name: 'gatehouse_executions_total',
  help: 'Webhook executions by `format` and by `result`: the first word of `X-Webhook-Result`; rejected executions with their error code. `disconnected`: the sender disconnected before the response, so the result is unknown. Dry runs are not counted.',
})

/** Counts one execution. The text after `ignored:` comes from the sender and must not become a label. */
export function countExecution(format: string, result: string): void {
  const [word = '', code] = result.split(':')
  executions.inc({ format, result: word === 'rejected' ? `${word}:${code}` : word })
}
