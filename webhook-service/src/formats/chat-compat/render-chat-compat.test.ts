import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { codePointLength } from '../text/truncate.ts'
import { renderChatCompat } from './render-chat-compat.ts'

function draftOf(payload: Record<string, unknown>) {
  const rendering = renderChatCompat(payload)
  if (rendering.kind !== 'rendered') throw new Error(`is ${rendering.kind}`)
  return rendering.draft
}

function rejection(payload: Record<string, unknown>): ServiceError {
  try {
    renderChatCompat(payload)
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('was taken')
}

describe('renderChatCompat', () => {
  it('renders the text as content', () => {
    expect(draftOf({ text: ' *hi* &amp; bye ' })).to.deep.equal({ content: '**hi** & bye', embeds: [] })
    expect(draftOf({ text: 42 }).content).to.equal('42')
  })

  it('uses the name and icon of the payload', () => {
    const draft = draftOf({
      text: 'x',
      username: ' Deploy\u202e Bot ',
      icon_url: 'https://gatehouse.test/i.png',
    })
    expect(draft).to.include({ username: 'Deploy Bot', avatarUrl: 'https://gatehouse.test/i.png' })
  })

  it('ignores invalid names and icons', () => {
    for (const invalid of ['', ' \u200b ', null, {}, []])
      expect(draftOf({ text: 'x', username: invalid, icon_url: invalid })).to.have.all.keys(
        'content',
        'embeds',
      )
    expect(draftOf({ text: 'x', icon_url: 'javascript:alert(1)' })).not.to.have.property('avatarUrl')
  })

  it('truncates long texts and names', () => {
    const draft = draftOf({ text: '😀'.repeat(3000), username: '😀'.repeat(100) })
    expect(codePointLength(draft.content)).to.equal(2000)
    expect(codePointLength(draft.username ?? '')).to.equal(80)
    expect(draft.content).to.match(/…$/)
  })

  it('closes a code block that is cut', () => {
    const { content } = draftOf({ text: `\`\`\`${'x'.repeat(3000)}\`\`\`` })
    expect(content)
      .to.match(/x…\n```$/)
      .and.have.length(2000)
  })

  it('reads only the beginning of a long text', () => {
    expect(draftOf({ text: 'a '.repeat(100_000) }).content).to.have.length(2000)
  })

  it('skips any amount of leading whitespace', () => {
    const padding = `${' '.repeat(100_000)}${'\u200b\n'.repeat(50_000)}`
    expect(draftOf({ text: `${padding}at last` }).content).to.equal('at last')
    const attachment = {
      title: padding + 1,
      text: padding + 2,
      fields: [{ title: padding + 3, value: padding + 4 }],
    }
    const { embeds, username } = draftOf({ username: `${' '.repeat(5000)}me`, attachments: [attachment] })
    expect(username).to.equal('me')
    expect(embeds).to.deep.equal([
      { title: '1', description: '2', fields: [{ name: '3', value: '4', inline: false }] },
    ])
  })

  it('keeps code inside code, wherever it is cut', () => {
    const evil = '[evil](javascript:alert(1)) '
    for (let length = 1930; length < 2010; length += 1) {
      const { content } = draftOf({ text: `${'x'.repeat(length)} \`${evil.repeat(9)}\`` })
      expect(content.match(/(?<!\\)`/g)?.length ?? 0, content).to.be.oneOf([0, 2])
    }
  })

  it('rejects payloads without text', () => {
    for (const text of [undefined, null, '', ' \n', '\u200b\u2060', {}, [], true])
      expect(rejection({ text }).code).to.equal('NO_TEXT')
  })

  it('rejects payloads of which nothing is visible, such as a color or a divider', () => {
    const invalid = [
      { attachments: [{ color: 'good', ts: 1520248100, callback_id: 'x', title: '', title_link: 'x' }] },
      {
        attachments: [{ footer_icon: 'https://gatehouse.test/i.png', author_link: 'https://gatehouse.test' }],
      },
      { attachments: [null, 'x', [], {}], blocks: [null] },
      { blocks: [{ type: 'divider' }, { type: 'input' }] },
      { fallback: 'of the message' },
    ]
    for (const payload of invalid)
      expect(rejection(payload).code, JSON.stringify(payload)).to.equal('NO_TEXT')
  })

  it('renders an image without text', () => {
    const image_url = 'https://gatehouse.test/a.png'
    expect(draftOf({ attachments: [{ image_url, color: 'good' }] })).to.deep.equal({
      content: '',
      embeds: [{ image: { url: image_url }, color: 0x2eb67d }],
    })
  })

  it('does not format the text if `mrkdwn` is false', () => {
    const text = '*a* `b` <https://gatehouse.test|c> &amp; <!here>\n- d'
    const plain = '\\*a\\* \\`b\\` [c](https://gatehouse.test) & here\n- d'
    for (const mrkdwn of [false, 'false', 0, '0']) expect(draftOf({ text, mrkdwn }).content).to.equal(plain)
    for (const mrkdwn of [true, 'true', 1, null, '', 'x'])
      expect(draftOf({ text, mrkdwn }).content).to.match(/^\*\*a/)
  })

  it('renders blocks instead of the text, unless no block shows anything', () => {
    const section = { type: 'section', text: { type: 'mrkdwn', text: 'block' } }
    expect(draftOf({ text: 'text', blocks: [section] }).content).to.equal('block')
    expect(
      draftOf({ text: 'text', blocks: [{ type: 'x', text: 'own' }, { type: 'divider' }] }).content,
    ).to.equal('text')
    expect(draftOf({ text: '', blocks: [{ type: 'x', text: 'own' }] }).content).to.equal('own')
  })

  it('names the blocks that show nothing', () => {
    const blocks = [{ type: 'input' }, { type: 'odd\r\ntype' }, { type: 'header', text: 'x' }]
    expect(renderChatCompat({ blocks })).to.have.property(
      'detail',
      'Blocks that show nothing: input, odd__type.',
    )
    expect(renderChatCompat({ text: 'x' })).not.to.have.property('detail')
  })

  it('accepts the field names of compatible products', () => {
    const draft = draftOf({
      text: 'x',
      alias: 'Hubot',
      avatar: 'https://gatehouse.test/@h.png',
      emoji: ':x:',
    })
    expect(draft).to.include({ username: 'Hubot', avatarUrl: 'https://gatehouse.test/@h.png' })
    expect(draftOf({ text: 'x', username: 'a', alias: 'b' }).username).to.equal('a')
  })
})

describe('renderChatCompat with many attachments', () => {
  const titledAttachments = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: `t${index}` }))

  it('renders ten attachments and counts the others at the end of the content', () => {
    expect(draftOf({ text: 'x', attachments: titledAttachments(10) })).to.include({ content: 'x' })
    const draft = draftOf({ text: 'x', attachments: titledAttachments(13) })
    expect(draft.embeds.map(({ title }) => title)).to.deep.equal(
      titledAttachments(10).map(({ title }) => title),
    )
    expect(draft.content).to.equal('x\n+3 more attachments')
    expect(draftOf({ attachments: titledAttachments(11) }).content).to.equal('+1 more attachments')
  })

  it('does not count attachments that show nothing', () => {
    expect(
      draftOf({ attachments: [...titledAttachments(10), { color: 'good' }, null, {}] }).content,
    ).to.equal('')
  })

  it('truncates the content to make room for the count', () => {
    const { content } = draftOf({ text: 'x'.repeat(3000), attachments: titledAttachments(100) })
    expect(content).to.match(/x…\n\+90 more attachments$/)
    expect(codePointLength(content)).to.equal(2000)
    const code = draftOf({ text: `\`\`\`${'x'.repeat(3000)}`, attachments: titledAttachments(12) }).content
    expect(code).to.match(/…\n```\n\+2 more attachments$/)
  })

  it('fits attachments into 6,000 characters and counts those that become empty', () => {
    const long = Array.from({ length: 4 }, () => ({ text: 'x'.repeat(4096), color: 'good' }))
    const { embeds, content } = draftOf({ attachments: long })
    expect(embeds.map(({ description = '' }) => description.length)).to.deep.equal([4096, 1904])
    expect(content).to.equal('+2 more attachments')
  })

  it('rejects more than a hundred attachments', () => {
    expect(draftOf({ attachments: titledAttachments(100) }).embeds).to.have.length(10)
    expect(rejection({ text: 'x', attachments: titledAttachments(101) }).code).to.equal(
      'TOO_MANY_ATTACHMENTS',
    )
    expect(rejection({ attachments: Array(101).fill(null) }).code).to.equal('TOO_MANY_ATTACHMENTS')
  })
})
