import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { alertCases, healthySeries } from './alert-cases.ts'
import { alerts, ruleGroups } from './prometheus-rule.ts'
import { obtainPromtool } from './promtool.ts'

const names = alerts.map(({ alert }) => alert)
const inputOf = (series: Record<string, string>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))
const firing = (alert: string) => `count(ALERTS{alertstate="firing",alertname="${alert}"})`

describe('the alert rules', () => {
  const folder = temporaryFolder()

  it('have a row of the runbook each, and the runbook has no other', () => {
    const text = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
    const rows = [...text.matchAll(/^\| `(Gatehouse\w+)` \|(.*)\|$/gm)]
    expect(rows.map(([, name]) => name)).to.have.members(names)
    for (const [, name, cells = ''] of rows)
      expect(
        cells.split('|').filter((cell) => cell.trim().length > 2),
        name,
      ).to.have.length(4)
  })

  it('fire on their symptom and not on healthy services', async function () {
    this.timeout(120_000)
    const promtool = await obtainPromtool()
    if (promtool === null) {
      console.log('skipped: promtool is not on PATH and Debian has no package of it here')
      return this.skip()
    }
    expect(Object.keys(alertCases)).to.have.members(names)
    const expectations = [
      ...Object.entries(Object.groupBy(Object.entries(alertCases), ([, { at }]) => at)).map(
        ([at, cases = []]) => ({
          name: `alerts at ${at}`,
          interval: '1m',
          input_series: inputOf(Object.assign({}, ...cases.map(([, { series }]) => series))),
          promql_expr_test: cases.map(([alert]) => ({
            expr: firing(alert),
            eval_time: at,
            exp_samples: [{ labels: '{}', value: 1 }],
          })),
        }),
      ),
      {
        name: 'healthy services',
        interval: '1m',
        input_series: inputOf(healthySeries),
        promql_expr_test: ['70m', '7h'].map((time) => ({ expr: 'ALERTS', eval_time: time, exp_samples: [] })),
      },
      {
        name: 'a burst of failures that ended',
        interval: '1m',
        input_series: inputOf({
          'gatehouse_http_request_seconds_count{status="200"}': '0+95x120',
          'gatehouse_http_request_seconds_count{status="500"}': '0+5x60 300x60',
        }),
        promql_expr_test: [
          {
            expr: firing('GatehouseAvailabilityBudgetBurnsFast'),
            eval_time: '60m',
            exp_samples: [{ labels: '{}', value: 1 }],
          },
          { expr: firing('GatehouseAvailabilityBudgetBurnsFast'), eval_time: '100m', exp_samples: [] },
        ],
      },
    ]
    const [rules, tests] = ['rules.yaml', 'tests.yaml'].map((file) => join(folder.path, file)) as [
      string,
      string,
    ]
    writeFileSync(rules, JSON.stringify({ groups: ruleGroups() }))
    writeFileSync(
      tests,
      JSON.stringify({ rule_files: [rules], evaluation_interval: '5m', tests: expectations }),
    )
    run(promtool, ['check', 'rules', rules])
    run(promtool, ['test', 'rules', tests])
  })
})

/** promtool prints its findings to both outputs. */
function run(program: string, args: string[]): void {
  try {
    execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}${stderr}`)
  }
}
