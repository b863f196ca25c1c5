import { errors, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { processMetrics } from '@gatehouse/service-kit/metrics/process-metrics'
import { expect } from 'chai'
import { errorsMarkdown } from './errors-markdown.ts'
import { metricsMarkdown } from './metrics-markdown.ts'
import { envExample, settingsMarkdown } from './settings-docs.ts'

describe('the generated documents', () => {
  it('list every code', () => {
    const text = errorsMarkdown()
    for (const code of [...Object.keys(errors), ...Object.keys(fieldErrors)])
      expect(text).to.include(`\`${code}\``)
    expect(text).to.include('| `RATE_LIMITED` | 429 | RESOURCE_EXHAUSTED | `retry_after`, `global` |')
  })

  it('list every setting of every process, also those that must be set', () => {
    const variables = [
      'GATEHOUSE_HTTP_LISTEN',
      'GATEHOUSE_ARGON2_PASSES',
      'GATEHOUSE_SESSION_CAP',
      'GATEHOUSE_KEYS',
    ]
    for (const name of variables) {
      expect(settingsMarkdown()).to.include(`\`${name}\``)
      expect(envExample()).to.match(new RegExp(`^# ${name}=`, 'm'))
    }
    expect(settingsMarkdown()).to.match(/`GATEHOUSE_KEYS`.*`must be set`/)
  })

  it('list every metric', () => {
    for (const { name } of processMetrics)
      expect(metricsMarkdown()).to.include(`| \`${name}\` | every process |`)
    expect(metricsMarkdown()).to.include('| `gatehouse_executions_total` | gateway | counter |')
  })

  it('set nothing by themselves', () => {
    for (const line of envExample().split('\n')) expect(line).to.match(/^(#|$)/)
  })
})
