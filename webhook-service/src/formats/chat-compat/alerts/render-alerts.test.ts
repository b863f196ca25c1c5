import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Payload } from '../../payload.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
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

  it('keeps addresses, as other receivers of the same sender show them', () => {
    expect(
      embedOf({
        status: 'firing',
        labels: { alertname: 'Mail from ann@example.com', instance: '10.0.0.5:9100' },
        annotations: { summary: 'Instance 10.0.0.5:9100 down' },
        generatorURL: 'https://prometheus.example.com/graph?g0.expr=up%7Binstance%3D%2210.0.0.5%22%7D',
        silenceURL: 'https://grafana.example.com/alerting/silence/new?matcher=instance%3D10.0.0.5%3A9100',
      }),
    ).to.deep.equal({
      title: '[FIRING] Mail from ann@example.com',
      url: 'https://prometheus.example.com/graph?g0.expr=up%7Binstance%3D%2210.0.0.5%22%7D',
      description:
        'Instance 10.0.0.5:9100 down\n[Silence](https://grafana.example.com/alerting/silence/new?matcher=instance%3D10.0.0.5%3A9100)',
      color: 0xe01e5a,
      fields: [{ name: 'instance', value: '10.0.0.5:9100', inline: true }],
    })
  })

  it('has no links other than http and https', () => {
    expect(
      embedOf({
        annotations: { runbook_url: 'javascript:alert(1)' },
        silenceURL: 'javascript:alert(2)',
        generatorURL: 'ftp://example.com',
        imageURL: 'data:,x',
      }),
    ).to.deep.equal({
      title: '[FIRING] Alert',
      description: 'Runbook: javascript:alert(1)',
      color: 0xe01e5a,
    })
  })

  it('shows every annotation, the usual ones first', () => {
    const annotations = {
      impact: 'checkout is slow',
      message: 'words',
      description: 'words',
      summary: 'load *is* high',
      __dashboardUid__: 'x',
      empty: ' ',
      threshold: 90,
      list: ['x'],
      runbook: 'https://r.example/load',
      'a*b': 'c',
    }
    expect(embedOf({ annotations })?.description).to.equal(
      'load \\*is\\* high\nwords\nimpact: checkout is slow\nthreshold: 90\na\\*b: c\n[runbook](https://r.example/load)',
    )
  })

  it('shows the title and the message of the group that somebody wrote', () => {
    const alerts = Array.from({ length: 11 }, () => ({ labels: { alertname: 'A' } }))
    expect(draftOf(alerts, { title: 'Shop is *slow*', message: 'Look at\nthe queue' }).content).to.equal(
      '**Shop is \\*slow\\***\nLook at\nthe queue\n+1 more alerts',
    )
    const long = draftOf(alerts, { title: 't'.repeat(3000), message: 'm'.repeat(3000) }).content
    expect(long).to.match(/^\*\*t+…\*\*\n\+1 more alerts$/)
    expect(long.length).to.be.at.most(messageLimits.content)
  })

  for (const defaults of [
    { title: '[FIRING:1] A (b c)', message: '**Firing**\n\nValue: A=1\nLabels:\n - alertname = A\n' },
    { title: '[RESOLVED] A', message: '**Resolved**\n\nLabels:\n - a = b\n' },
    { title: '[No Data] A', message: '' },
    { title: {}, message: [] },
  ])
    it(`leaves out ${JSON.stringify(defaults.title)}`, () => {
      expect(draftOf([{ labels: { alertname: 'A' } }], defaults).content).to.equal('')
    })

  it('takes name and severity from the labels of the group', () => {
    const group = {
      commonLabels: { severity: 'warning' },
      groupLabels: { alertname: 'HighLoad', severity: 'info' },
    }
    const [embed] = draftOf([{ labels: { job: 'api' } }], group).embeds
    expect(embed).to.include({ title: '[FIRING] HighLoad', color: 0xecb22e })
  })

  it('has the colour of the severity, in any case', () => {
    const colors = Object.entries({
      ...{ critical: 0xe01e5a, error: 0xe01e5a, none: 0xe01e5a, page: 0xe01e5a, constructor: 0xe01e5a },
      ...{ Warning: 0xecb22e, ' WARN ': 0xecb22e, INFO: 0x0969da },
    })
    for (const [severity, color] of colors)
      expect(embedOf({ labels: { severity } })?.color, severity).to.equal(color)
    expect(embedOf({ status: 'resolved', labels: { severity: 'warning' } })?.color).to.equal(0x2eb67d)
  })

  it('has no time where the sender has none', () => {
    expect(embedOf({ status: 'resolved', endsAt: '0001-01-01T00:00:00Z' })).not.to.have.property('timestamp')
  })

  it('shows any annotation at any place', () => {
    const names = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => /^[a-z]/i.test(name))
    fc.assert(
      fc.property(fc.dictionary(names, fc.constantFrom('first', 'second', '3', 'a *b*')), (annotations) => {
        const shown = embedOf({ annotations })?.description ?? ''
        for (const value of Object.values(annotations)) expect(shown).to.include(escapeMarkdown(value))
      }),
    )
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
