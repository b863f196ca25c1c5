import { leastOf, processorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { renderPayload } from '../executions/render-payload.ts'
import type { Payload } from './payload.ts'
import { withinBudget } from './payload-budget.ts'

const many = (count: number, item: unknown) => Array<unknown>(count).fill(item)

describe('the budget of a payload', () => {
  it('changes nothing in a payload of usual size', () => {
    const payload = {
      text: 'a'.repeat(16_384),
      blocks: many(50, { type: 'section', fields: ['a', 7, null, [true]] }),
    }
    expect(withinBudget(payload)).to.deep.equal(payload)
  })

  it('keeps the length of lists', () => {
    const { list, nested } = withinBudget({ list: many(2100, 1), nested: [[many(10, 'a')]] }) as Record<
      string,
      unknown[]
    >
    expect([list?.length, list?.[1999], list?.[2000]]).to.deep.equal([2100, 1, undefined])
    expect(nested).to.deep.equal([undefined])
    const { fields } = withinBudget({ fields: many(130_000, {}) }) as Record<string, unknown[]>
    expect([fields?.length, fields?.[49], fields?.[50]]).to.deep.equal([130_000, {}, undefined])
  })

  it('cuts characters, the texts of an object before its lists', () => {
    const long = 'a'.repeat(20_000)
    const bounded = withinBudget({ list: many(9, long), text: long, username: 'Ann' })
    const lengths = (bounded.list as string[]).map(({ length }) => length)
    expect([bounded.username, (bounded.text as string).length]).to.deep.equal(['Ann', 16_384])
    expect(lengths).to.deep.equal([16_384, 16_384, 16_381, 0, 0, 0, 0, 0, 0])
  })

  it('leaves the number of hidden fields and alerts right', () => {
    const fields = many(400, { title: 'a', value: 'b' })
    const { draft } = rendered({ attachments: [{ fields }] })
    expect(draft?.embeds[0]?.fields?.at(-1)?.value).to.equal('+376 more fields')
    const alerts = many(3000, { labels: { alertname: 'Full' } })
    expect(rendered({ groupKey: 'a', alerts }).draft?.content).to.equal('+2990 more alerts')
  })

  const text = (value: string) => ({ type: 'mrkdwn', text: value })
  const richText = (elements: unknown[]) => ({
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }],
  })
  /** Every list that is rendered, by the number of items in all. */
  const lists: Record<string, (count: number, item: unknown) => Payload> = {
    attachments: (count, item) => ({ attachments: many(Math.min(count, 100), item) }),
    'fields of an attachment': (count, item) => ({ attachments: [{ fields: many(count, item) }] }),
    'buttons of an attachment': (count, item) => ({ attachments: [{ actions: many(count, item) }] }),
    'blocks of an attachment': (count, item) => ({ attachments: [{ blocks: many(count, item) }] }),
    blocks: (count, item) => ({ blocks: many(count, item) }),
    'fields of a section': (count, item) => ({ blocks: [{ type: 'section', fields: many(count, item) }] }),
    'elements of a context': (count, item) => ({
      blocks: [{ type: 'context', elements: many(count, item) }],
    }),
    buttons: (count, item) => ({ blocks: [{ type: 'actions', elements: many(count, item) }] }),
    'elements of a rich text': (count, item) => richText(many(count, item)),
    'parts of a rich text': (count, item) => ({
      blocks: [{ type: 'rich_text', elements: many(count, item) }],
    }),
    'items of a list': (count, item) => richText([{ type: 'rich_text_list', elements: many(count, item) }]),
    'rows of a table': (count, item) => ({ blocks: [{ type: 'table', rows: many(count, [item]) }] }),
    'cells of a table': (count, item) => ({ blocks: [{ type: 'table', rows: [many(count, item)] }] }),
    alerts: (count, item) => ({ groupKey: 'a', alerts: many(count, item) }),
    'labels of an alert': (count, item) => ({
      groupKey: 'a',
      alerts: [{ labels: Object.fromEntries(many(count, item).map((each, index) => [`l${index}`, each])) }],
    }),
  }
  const items: Record<string, unknown> = {
    'empty objects': {},
    letters: 'a',
    links: text('<http://a|b>'),
    'lines of a list': text('- a'),
    brackets: { type: 'text', text: '[' },
    'bold texts': { type: 'text', text: '|', style: { bold: true } },
    'nested parts': { type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] },
    fields: { title: 'a', value: 'b', text: 'c', url: 'https://example.com/' },
  }

  for (const [list, payloadOf] of Object.entries(lists)) {
    for (const [what, item] of Object.entries(items)) {
      it(`bounds the work for ${list}: ${what}`, () => {
        const count = Math.floor(240_000 / (JSON.stringify(item).length + 1))
        const payload = payloadOf(count, item)
        // Reading the same bytes, of which nothing is rendered.
        const unread = { text: 'a', unknown: payload }
        expect(
          leastOf(25, () => processorMs(() => rendered(payload)) - 2 * processorMs(() => rendered(unread))),
        ).to.be.below(25)
      })
    }
  }
})

function rendered(payload: Payload) {
  const body = Buffer.from(JSON.stringify(payload))
  try {
    return renderPayload({ format: 'chat-compat', contentType: 'application/json', event: '', body }) as {
      draft?: { content: string; embeds: { fields?: { value: string }[] }[] }
    }
  } catch {
    return {}
  }
}
