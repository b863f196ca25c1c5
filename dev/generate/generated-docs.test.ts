import { readFileSync } from 'node:fs'
import { eventTypes } from '@gatehouse/auth-service/audit/event-types'
import { apiRoutes, routes } from '@gatehouse/gateway/routes'
import { errors, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { eventTypes as sessionEvents } from '@gatehouse/session-service/events/event-types'
import { events } from '@gatehouse/webhook-service/formats/code-host/events'
import { resources } from '@gatehouse/webhook-service/formats/error-tracker/resources'
import { eventRows } from '@gatehouse/webhook-service/formats/events/event-rows'
import { expect } from 'chai'
import { domainEventsMarkdown } from './domain-events-markdown.ts'
import { errorsMarkdown } from './errors-markdown.ts'
import { eventsMarkdown } from './events-markdown.ts'
import { limitsMarkdown } from './limits-markdown.ts'
import { metricsMarkdown } from './metrics-markdown.ts'
import { envExample, settingsMarkdown } from './settings-docs.ts'

describe('generated documents', () => {
  it('list every code', () => {
    const text = errorsMarkdown()
    for (const code of [...Object.keys(errors), ...Object.keys(fieldErrors)])
      expect(text).to.include(`\`${code}\``)
    expect(text).to.include('| `RATE_LIMITED` | 429 | RESOURCE_EXHAUSTED | `retry_after`, `global` |')
  })

  it('list every setting of every process, also required ones', () => {
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
    expect(settingsMarkdown()).to.match(/`GATEHOUSE_KEYS`.*\| must be set \|/)
    expect(settingsMarkdown()).to.match(/`NODE_ENV`.*\| one of development, test, production \|/)
  })

  it('list every metric', () => {
    expect(metricsMarkdown()).to.include('| `nodejs_eventloop_tick_seconds` | every process | histogram |')
    expect(metricsMarkdown()).to.include('| `gatehouse_executions_total` | gateway | counter |')
  })

  it('list every limit', () => {
    const text = limitsMarkdown(routes, apiRoutes)
    for (const { rateLimit } of routes) if (rateLimit) expect(text).to.include(`| \`${rateLimit.bucket}\` |`)
    expect(text).to.include('| `auth:login` | 60 in 10 s |  | `POST /auth/login` |')
    expect(text).to.include('| `auth:register:email` | 3 in 900 s |')
  })

  it('list the bytes of every body', () => {
    const [, costs = ''] = limitsMarkdown(routes, apiRoutes).split('## What one request may cost')
    const [table = ''] = costs.split('## Operations')
    for (const { body, method, path } of apiRoutes)
      if (body) expect(table).to.include(`\`${method.toUpperCase()} ${path}\``)
    expect(table).to.match(/\| 512 KiB \| signed in \| .*`PATCH \/webhooks\/\{webhook_id\}`/)
  })

  it('list every domain event', () => {
    const text = domainEventsMarkdown()
    for (const type of [...Object.keys(eventTypes), ...Object.keys(sessionEvents)])
      expect(text).to.match(new RegExp(`^\\| \`${type}\` \\| `, 'm'))
    const file = new URL('../../docs/events.md', import.meta.url)
    expect(readFileSync(file, 'utf8'), 'run npm run generate').to.equal(text)
  })

  it('list every sender event', () => {
    const text = eventsMarkdown()
    for (const { event, shown } of [...eventRows(events), ...eventRows(resources)]) {
      expect(text).to.match(new RegExp(`^${shown.length > 0 ? '\\| ' : '.*'}\`${event}\``, 'm'))
      for (const action of shown.filter((name) => name !== '*')) expect(text).to.include(`\`${action}\``)
    }
    const file = new URL('../../docs/webhooks-events.md', import.meta.url)
    expect(readFileSync(file, 'utf8'), 'run npm run generate').to.equal(text)
  })

  it('contain only comments in .env.example', () => {
    for (const line of envExample().split('\n')) expect(line).to.match(/^(#|$)/)
  })
})
