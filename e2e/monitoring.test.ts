import { dashboardQueries } from '@gatehouse/dev/monitoring/dashboard'
import { objectives } from '@gatehouse/dev/monitoring/objectives'
import { alerts, ruleGroups } from '@gatehouse/dev/monitoring/prometheus-rule'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

describe('GET /metrics of all services', () => {
  const stack = openDevStack()
  const scrape = async () => Object.values(await stack.network().metrics()).join('\n')

  it('has every metric that an alert or the dashboard names', async () => {
    const text = await scrape()
    const rules = JSON.stringify(ruleGroups())
    const names = [
      ...`${rules} ${dashboardQueries.join(' ')}`.matchAll(/\b(?:gatehouse|nodejs|process)_\w+/g),
    ]
    expect(names.length).to.be.greaterThan(alerts.length)
    for (const [name] of names) {
      const metric = name.replace(/_(bucket|count|sum)$/, '')
      expect(text).to.match(new RegExp(`^# TYPE (${name}|${metric}) `, 'm'))
    }
  })

  it('has the series of every objective after a sign-in, a session check and an execution', async () => {
    const ann = await stack.register('ann')
    await stack.get('/users/@me', { token: await stack.signIn(ann) })
    const webhook = await stack.createWebhook(await stack.createGuildChannel(ann))
    await stack.postChat(webhook, { text: 'built' })
    const text = await scrape()
    for (const { good, total } of objectives)
      for (const expr of [good('5m'), total('5m')]) expect(samplesFor(expr, text), expr).not.to.deep.equal([])
  })

  it('has the commands of both stores, and messages that leave the outbox', async () => {
    const isPublished = async () =>
      /^gatehouse_outbox_oldest_pending_seconds\{what="messages"\} 0$/m.test(await scrape())
    await until(isPublished)
    const text = await scrape()
    for (const command of ['store="mongodb",operation="insert"', 'store="redis",operation="xadd"'])
      expect(text).to.match(
        new RegExp(`^gatehouse_store_seconds_count\\{${command},outcome="ok"\\} [1-9]`, 'm'),
      )
  })
})

/** The lines of /metrics that the selector in an expression matches, with another value than 0. */
function samplesFor(expr: string, text: string): string[] {
  const [, name = '', matchers = ''] = /(gatehouse_\w+)(?:\{(.*)\})?\[/.exec(expr) ?? []
  const wanted = [...matchers.matchAll(/(\w+)(=|!=|=~|!~)"([^"]*)"/g)]
  return text.split('\n').filter((line) => {
    if (!line.startsWith(`${name}{`) || line.endsWith(' 0')) return false
    const labels = new Map(
      [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value = '']) => [label, value]),
    )
    return wanted.every(([, label, operator = '', pattern = '']) => {
      const value = labels.get(label) ?? ''
      const isMatch = operator.includes('~') ? new RegExp(`^(?:${pattern})$`).test(value) : value === pattern
      return isMatch !== operator.startsWith('!')
    })
  })
}
