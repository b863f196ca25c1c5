import { readFileSync } from 'node:fs'
import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { renderChatCompat } from '../render-chat-compat.ts'
import { blocks } from './blocks.ts'
import { inlineElements } from './inline-elements.ts'
import { inlineMarkdown } from './inline-markdown.ts'
import { richTextParts } from './rich-text.ts'

type Becomes = { content?: string; embeds?: Embed[] }
type Row = { block: string; part: string; payload: Payload; becomes: Becomes | null }

const file = new URL('../../../../test/fixtures/chat-compat/blocks.json', import.meta.url)
const rows: Row[] = JSON.parse(readFileSync(file, 'utf8'))

function becomes(payload: Payload): Becomes | null {
  try {
    const rendering = renderChatCompat(payload)
    if (rendering.kind !== 'rendered') throw new Error(`is ${rendering.kind}`)
    const { content, embeds } = rendering.draft
    return { ...(content && { content }), ...(embeds.length > 0 && { embeds }) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'NO_TEXT') return null
    throw error
  }
}

function* typesIn(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value.type
  for (const inner of Object.values(value)) yield* typesIn(inner)
}

function blockOf(block: Payload): string {
  const { content } = becomes({ blocks: [block] }) ?? {}
  return content ?? ''
}

const richText = (...elements: Payload[]) => blockOf({ type: 'rich_text', elements })
const inLine = (...elements: Payload[]) => richText({ type: 'rich_text_section', elements })

describe('renderChatCompat with blocks', () => {
  for (const { block, part, payload, becomes: expected } of rows)
    it(`${block}${part && `, ${part},`} renders as in blocks.json`, () => {
      expect(becomes(payload)).to.deep.equal(expected)
    })

  it('has an example of every supported type in blocks.json', () => {
    const seenTypes = new Set([...typesIn(rows.map(({ payload }) => payload))])
    const known = [...Object.keys(blocks), ...Object.keys(richTextParts), ...Object.keys(inlineElements)]
    expect(known.filter((type) => !seenTypes.has(type))).to.deep.equal([])
    const named = new Set(rows.map(({ block }) => block))
    expect(Object.keys(blocks).filter((type) => !named.has(type))).to.deep.equal([])
  })

  it('accepts invalid values in every part', () => {
    const noText = { toString: 1, valueOf: 1 }
    const invalid = [
      null,
      undefined,
      0,
      true,
      '',
      'x',
      [],
      {},
      [null],
      [[]],
      { text: null },
      { elements: 'x' },
      noText,
    ]
    for (const type of Object.keys(blocks))
      for (const key of ['text', 'fields', 'accessory', 'elements', 'rows', 'image_url', 'title'])
        for (const value of invalid) becomes({ text: 'x', blocks: [{ type, [key]: value }, value] })
    for (const type of [
      ...Object.keys(richTextParts),
      ...Object.keys(inlineElements),
      'constructor',
      null,
      noText,
    ])
      for (const key of [
        'text',
        'elements',
        'style',
        'url',
        'unicode',
        'timestamp',
        'indent',
        'offset',
        'language',
      ])
        for (const value of invalid) {
          richText({ type, elements: [], [key]: value })
          inLine({ type, text: 'x', [key]: value })
          becomes({
            text: 'x',
            blocks: [{ type: 'table', rows: [[{ type: 'rich_text', elements: [{ type, [key]: value }] }]] }],
          })
        }
    for (const value of invalid) becomes({ text: 'x', blocks: [{ type: value, text: 'x' }] })
    for (const list of invalid) expect(becomes({ text: 'x', blocks: list })).to.deep.equal({ content: 'x' })
  })

  it('renders the first fifty blocks', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ type: 'section', text: `line ${index + 1}.` }))
    expect(becomes({ blocks: many })?.content).to.match(/line 50\.$/)
  })

  describe('of types newer than this code', () => {
    const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
    const card = { type: 'card', title: mrkdwn('Deploy *now*'), body: mrkdwn('2.4.0 is live') }
    const url = 'https://gatehouse.test/a'

    it('shows their words in their order, with link buttons and blocks in them', () => {
      const heading = { type: 'header', text: { type: 'plain_text', text: 'Result' } }
      const actions = [
        { type: 'button', text: { type: 'plain_text', text: 'Log' }, url, action_id: 'a' },
        { type: 'button', text: { type: 'plain_text', text: 'Approve' } },
      ]
      const block = { ...card, subtitle: 'as text', block_id: 'b', style: 'wide', blocks: [heading], actions }
      expect(blockOf(block)).to.equal(
        `Deploy **now**\n\n2.4.0 is live\n\nas text\n\n**Result**\n\n[Log](${url})`,
      )
    })

    for (const [what, block, expected] of [
      ['a carousel', { type: 'carousel', elements: [card] }, 'Deploy **now**\n\n2.4.0 is live'],
      [
        'a plan',
        {
          type: 'plan',
          title: 'Two steps',
          tasks: [{ type: 'task_card', title: 'Fetch', status: 'complete' }],
        },
        'Two steps\n\nFetch',
      ],
      [
        'a table of data',
        {
          type: 'data_table',
          rows: [
            [
              { type: 'raw_text', text: 'a' },
              { type: 'raw_number', value: 7 },
            ],
          ],
        },
        '```\na | 7\n- | -\n```',
      ],
      [
        'a container with a quote',
        { type: 'container', child_blocks: [{ type: 'section', text: mrkdwn('> said') }, card] },
        '> said\n\nDeploy **now**\n\n2.4.0 is live',
      ],
    ] as [string, Payload, string][])
      it(`shows ${what}`, () => {
        expect(blockOf(block)).to.equal(expected)
        expect(
          becomes({ text: 'as notified', blocks: [{ type: 'section', text: 'x' }, block] }),
        ).to.deep.equal({
          content: `x\n\n${expected}`,
        })
      })

    it('shows words up to eight levels deep, and no ids, addresses or styles', () => {
      const nested = (depth: number): Payload =>
        depth === 0 ? { title: 'deep', id: 'i', url, icon: 'x' } : { content: nested(depth - 1) }
      for (const depth of [0, 3, 7]) expect(blockOf({ type: 'new', ...nested(depth) })).to.equal('deep')
      expect(becomes({ blocks: [{ type: 'new', ...nested(30) }] })).to.equal(null)
    })

    it('shows the text of the message too if one of them has no words', () => {
      const chart = { type: 'chart', series: [{ points: [1, 2] }] }
      const section = { type: 'section', text: 'Report' }
      expect(becomes({ text: 'Sales rose', blocks: [section, chart] })).to.deep.equal({
        content: 'Sales rose\n\nReport',
      })
      expect(becomes({ text: 'Report', blocks: [section, chart] })).to.deep.equal({ content: 'Report' })
      expect(becomes({ blocks: [section, chart] })).to.deep.equal({ content: 'Report' })
    })
  })

  it('renders ten images as embeds and counts the others', () => {
    const images = Array.from({ length: 12 }, (_, index) => ({
      type: 'image',
      image_url: `https://gatehouse.test/${index}.png`,
    }))
    const message = becomes({ blocks: images })
    expect(message?.embeds).to.have.length(10)
    expect(message?.content).to.equal('+2 more attachments')
  })
})

describe('rendering rich text', () => {
  const bold = { bold: true }

  it('puts marks next to the text on each line, and separates adjacent marks', () => {
    expect(
      inLine({ type: 'text', text: ' a\nb ', style: bold }, { type: 'text', text: 'c', style: bold }),
    ).to.equal('**a**\n**b c**')
    expect(
      inLine(
        { type: 'text', text: 'a', style: bold },
        { type: 'text', text: 'b', style: { italic: 'true' } },
      ),
    ).to.equal('**a**\u200b*b*')
  })

  for (const length of [1, 16, 300])
    it(`reads no further elements of ${length} characters than a message can show`, () => {
      let reads = 0
      const element = {
        get text() {
          reads += 1
          return 'x'.repeat(length)
        },
        style: { bold: true },
      }
      inlineMarkdown(Array(20_000).fill(element))
      expect(reads).to.be.at.most(8192 / length + 2)
      expect(reads).to.be.at.least(4096 / length)
    })

  it('nests lists by indent and by structure', () => {
    const item = (text: string) => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] })
    const inner = { type: 'rich_text_list', style: 'bullet', elements: [item('b'), item('c\nd')] }
    const list = { type: 'rich_text_list', style: 'ordered', elements: [item('a'), inner, item('e')] }
    expect(richText(list)).to.equal('1. a\n    - b\n    - c\n      d\n2. e')
    const [first, second] = [
      { ...list, elements: [item('a')] },
      { ...inner, indent: 2, elements: [item('b')] },
    ]
    expect(richText(item('x'), { ...inner, indent: 2 })).to.equal('x\n- b\n- c\n  d')
    expect(richText(first, second)).to.equal('1. a\n    - b')
    expect(richText(first, second, second)).to.equal('1. a\n    - b\n        - b')
    expect(richText(item('x'), { ...inner, elements: [item(' '), item('b')] })).to.equal('x\n- b')
    expect(richText(item('x'), { ...inner, indent: 1e9 })).to.equal('x\n- b\n- c\n  d')
  })

  it('keeps preformatted text inside its code block', () => {
    const text = 'a\n```\n**b** @everyone'
    expect(
      richText({ type: 'rich_text_preformatted', language: 'ts', elements: [{ type: 'text', text }] }),
    ).to.equal('```ts\na\nˋˋˋ\n**b** @everyone\n```')
  })

  it('escapes line starts after removing invisible characters', () => {
    const lines = ['\u202e# x', '\u0000- - -', '#\u2066', 'a\u2028\u202a> b', '1.\u202c']
    for (const text of lines) expect(inLine({ type: 'text', text })).to.match(/^(?:a\n)?1?\\[#>.-]/)
    expect(inLine({ type: 'text', text: '\u202e', style: { bold: true, italic: true } })).to.equal('')
    expect(inLine({ type: 'emoji', unicode: '202e' }, { type: 'text', text: '# x' })).to.equal('\\# x')
  })

  it('does not link a date without text', () => {
    const date = { type: 'date', timestamp: 'x', url: 'https://gatehouse.test/' }
    expect(inLine({ type: 'text', text: 'a' }, date)).to.equal('a')
  })

  it('escapes mentions that span elements', () => {
    const parts = ['<', '@', 'everyone', ' <', '!', 'here>', '&lt;#1>'].map((text) => ({
      type: 'text',
      text,
    }))
    expect(inLine(...parts)).not.to.match(/@everyone|<#1/)
  })

  it('links only to http, https and mailto', () => {
    expect(inLine({ type: 'link', url: 'javascript:alert(1)', text: 'x' })).to.equal('x')
    const code = { code: true, bold: true }
    expect(inLine({ type: 'link', url: 'https://gatehouse.test', text: 'a_b()', style: code })).to.equal(
      '**[`a_b()`](https://gatehouse.test)**',
    )
    expect(inLine({ type: 'link', url: 'https://gatehouse.test/a', style: { code: true } })).to.equal(
      'https://gatehouse.test/a',
    )
    expect(inLine({ type: 'link', url: 'mailto:a@gatehouse.test' })).to.include('](mailto:a@gatehouse.test)')
    expect(inLine({ type: 'link', url: 'https://gatehouse.test/a)b', text: 'c]d' })).to.equal(
      '[c\\]d](https://gatehouse.test/a%29b)',
    )
  })
})

describe('rendering a markdown block', () => {
  const markdown = (text: string) => blockOf({ type: 'markdown', text })

  it('escapes tags, images and unsafe links', () => {
    expect(markdown('<b>x</b> <https://gatehouse.test/a>')).to.equal('\\<b>x\\</b> https://gatehouse.test/a')
    expect(markdown('![a](https://gatehouse.test/a.png "t")')).to.equal('[a](https://gatehouse.test/a.png)')
    expect(markdown('[a](/relative) [b](https://gatehouse.test/(b))')).to.equal(
      '[a]\\(/relative) [b](https://gatehouse.test/%28b%29)',
    )
    expect(markdown('[a]: javascript:alert(1)')).to.equal('[a]\\: javascript:alert(1)')
    expect(markdown('> [a\nb]: x\n\\<b> !![a](https://gatehouse.test)')).to.equal(
      '> [a\nb]\\: x\n\\<b> [a](https://gatehouse.test)',
    )
    expect(markdown('@everyone <@1> `@here`')).to.equal('@\u200deveryone \\<\u200d@1> `@here`')
    expect(markdown('&lt;#1&gt; &#60;@1> a &amp; b')).to.equal('\\<\u200d#1\\> \\&#60;@1> a &amp; b')
  })

  it('keeps code inside its marks', () => {
    const evil = '[x](javascript:alert(1))'
    const words = '[x]\u200b(javascript:alert(1))'
    expect(markdown(`a \` b\n\`${evil}\``)).to.equal(`a \\\` b\n\`${words}\``)
    expect(markdown(`~~~\n\`\`\`\n~~~\n${evil}\n\`\`\``)).to.equal(`\\~\\~\\~\n\`\`\`\n~~~\n${words}\n\`\`\``)
    expect(markdown('a!![x](https://a.test) b! \\!![y](https://a.test)')).to.equal(
      'a[x](https://a.test) b! \\![y](https://a.test)',
    )
    expect(markdown(`\\\`${evil}\``)).to.equal('\\`[x]\\(javascript:alert(1))\\`')
    expect(markdown('[x \\](javascript:alert(1))')).to.equal('[x \\]\\(javascript:alert(1))')
    expect(markdown('see ```js\n  a\n``` b')).to.equal('see \n```js\n  a\n```\nb')
  })

  it('takes linear time', () => {
    for (const part of ['!', '](', '](a', '](()', '![', '<', '`', '[a]:', '](\\', '```', '~', '\\']) {
      const text = part.repeat(40_000 / part.length)
      expect(
        leastProcessorMs(500, () => markdown(text)),
        part,
      ).to.be.below(500)
    }
  })
})

describe('rendering a table', () => {
  const table = (rows: unknown) => blockOf({ type: 'table', rows })

  it('pads columns to their content, up to forty characters', () => {
    expect(table([['a', 'bb'], [1], ['x'.repeat(50), null, { text: 'c`d' }]])).to.equal(
      [
        '```',
        `a${' '.repeat(39)} | bb |`,
        `${'-'.repeat(40)} | -- | ---`,
        `1${' '.repeat(39)} |    |`,
        `${'x'.repeat(39)}… |    | c\`d`,
        '```',
      ].join('\n'),
    )
  })

  it('renders nothing without text', () => {
    for (const rows of [null, [], [[]], [['', null]], 'x', [{}]]) expect(table(rows)).to.equal('')
  })
})
