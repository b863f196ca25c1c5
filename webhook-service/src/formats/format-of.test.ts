import type { FormatName } from '@gatehouse/proto/executions/formats'
import { expect } from 'chai'
import { examplePayloads } from '../../test/fixtures/code-host/example-payloads.ts'
import { errorTrackerPayloads } from '../../test/fixtures/error-tracker/payloads.ts'
import { renderPayload } from '../executions/render-payload.ts'

const bodies: Record<FormatName, unknown[]> = {
  'code-host': examplePayloads
    .filter(({ event }) => event === 'push' || event === 'issues')
    .map(({ payload }) => payload),
  'error-tracker': Object.values(errorTrackerPayloads),
  'chat-compat': [
    { text: 'x' },
    { blocks: [{ type: 'section', text: 'x' }] },
    { attachments: [{ color: 'good', fields: [{ title: 'a', value: 'b' }] }] },
    { groupKey: 'g', status: 'firing', alerts: [{ status: 'firing', labels: { alertname: 'A' } }] },
  ],
  native: [{ content: 'x' }, { embeds: [{ title: 'x' }] }, { content: 'x', username: 'y', embeds: [] }],
}
const endings: Record<FormatName, string> = {
  'code-host': 'ends in /code-host',
  'error-tracker': 'ends in /error-tracker',
  'chat-compat': 'ends in /chat-compat',
  native: 'ends in its token',
}
const names = Object.keys(bodies) as FormatName[]

function result(
  format: FormatName,
  payload: unknown,
  more: { event?: string; sentAs?: FormatName } = {},
): string {
  const body = Buffer.from(JSON.stringify(payload))
  try {
    const rendering = renderPayload({ format, contentType: '', event: '', ...more, body })
    return rendering.kind === 'unrenderable' ? `unrenderable ${rendering.hint}` : rendering.kind
  } catch (error) {
    return String(error)
  }
}

describe('a body of another format', () => {
  for (const written of names)
    for (const format of names) {
      if (written === format) continue
      it(`of ${written} at the URL of ${format} is rejected with the right one`, () => {
        for (const payload of bodies[written])
          expect(result(format, payload), JSON.stringify(payload)).to.include(endings[written])
      })
    }

  it('is recognised by its event header too', () => {
    for (const sentAs of ['code-host', 'error-tracker'] as const)
      for (const format of names)
        if (format !== sentAs) expect(result(format, {}, { sentAs }), format).to.include(endings[sentAs])
  })

  it('is shown if the format of the URL can show it', () => {
    expect(result('native', { content: 'x', text: 'y' })).to.equal('rendered')
    expect(result('chat-compat', { content: 'x', text: 'y' })).to.equal('rendered')
    expect(result('chat-compat', { text: 'x' }, { sentAs: 'code-host' })).to.equal('rendered')
  })

  it('is no other for what can be of several formats or of none', () => {
    const others = [
      {},
      { text: '' },
      { content: null },
      { blocks: [] },
      { action: 'x' },
      { data: {} },
      { a: 1 },
    ]
    for (const format of names)
      for (const payload of others)
        expect(result(format, payload), JSON.stringify(payload)).to.not.include('ends in')
    const both = { content: '', text: 'x', embeds: [{}] }
    expect(result('code-host', both)).to.not.include('ends in')
  })

  it('is not said of an event of its own format', () => {
    const ownHeader = { event: 'issues', sentAs: 'code-host' } as const
    expect(result('code-host', { action: 'opened', text: 'x' }, ownHeader)).to.equal('unrenderable undefined')
    expect(result('code-host', { action: 'labeled', text: 'x' }, ownHeader)).to.equal('ignored')
  })
})
