import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import type { Payload } from '../../payload.ts'
import { renderChatCompat } from '../render-chat-compat.ts'

function draftOf(alerts: unknown[], more: Payload = {}) {
  const rendering = renderChatCompat({ version: '4', groupKey: '{}:{}', alerts, ...more })
  if (rendering.kind !== 'rendered') throw new Error(`is ${rendering.kind}`)
  return rendering.draft
}

const embedOf = (alert: Payload) => draftOf([alert]).embeds[0]

describe('rendering a group of alerts', () => {
  it('counts the labels beyond the limit of fields', () => {
    const labels = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`label${index}`, 'x']))
    const fields = embedOf({ labels })?.fields ?? []
    expect(fields).to.have.length(25)
    expect(fields.at(-1)?.value).to.equal('+6 more fields')
  })

  it('shows name, status, annotations, links, labels and time of each alert', () => {
    expect(
      embedOf({
        status: 'firing',
        labels: { alertname: 'HighLoad', severity: 'critical' },
        annotations: { summary: 'load *above* 90', runbook_url: 'https://runbooks.example.com/load' },
        startsAt: '2026-03-02T21:51:44.118160Z',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'https://prometheus.example.com/graph?g0.expr=load',
      }),
    ).to.deep.equal({
      title: '[FIRING] HighLoad',
      url: 'https://prometheus.example.com/graph?g0.expr=load',
      description: 'load \\*above\\* 90\n[Runbook](https://runbooks.example.com/load)',
      color: 0xe01e5a,
      timestamp: '2026-03-02T21:51:44.118Z',
      fields: [{ name: 'severity', value: 'critical', inline: true }],
    })
  })

  it('shows when an alert was resolved', () => {
    const times = { startsAt: '2026-03-02T21:00:00Z', endsAt: '2026-03-02T22:00:00Z' }
    expect(embedOf({ status: 'resolved', labels: { alertname: 'HighLoad' }, ...times })).to.deep.equal({
      title: '[RESOLVED] HighLoad',
      color: 0x2eb67d,
      timestamp: '2026-03-02T22:00:00.000Z',
    })
  })

  it('removes addresses, and links other than http and https', () => {
    expect(
      embedOf({
        status: 'firing',
        labels: { alertname: 'Mail from ann@example.com', instance: '10.0.0.5:9100' },
        annotations: { description: 'bob@example.com waits', runbook_url: 'javascript:alert(1)' },
        generatorURL: 'ftp://example.com',
        imageURL: 'data:,x',
      }),
    ).to.deep.equal({
      title: '[FIRING] Mail from \\[email\\]',
      description: '\\[email\\] waits',
      color: 0xe01e5a,
      fields: [{ name: 'instance', value: '\\[ip\\]:9100', inline: true }],
    })
  })

  it('shows ten alerts and the number of the others', () => {
    const alerts = Array.from({ length: 12 }, (_, index) => ({ labels: { alertname: `Alert ${index}` } }))
    const { content, embeds } = draftOf(alerts, { truncatedAlerts: 3 })
    expect([content, embeds.length]).to.deep.equal(['+5 more alerts', 10])
  })

  it('keeps an alert of which no part is readable', () => {
    expect(embedOf({ labels: 5, annotations: [], startsAt: {}, values: null })).to.deep.equal({
      title: '[FIRING] Alert',
      color: 0xe01e5a,
    })
  })

  it('rejects a group without alerts with NO_TEXT', () => {
    expect(() => draftOf([]))
      .to.throw(ServiceError)
      .with.property('code', 'NO_TEXT')
  })

  it('renders a chat message that has a list of alerts as a chat message', () => {
    expect(renderChatCompat({ text: 'hi', alerts: [{}] })).to.deep.include({
      draft: { content: 'hi', embeds: [] },
    })
  })
})
