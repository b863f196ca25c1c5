import { expect } from 'chai'
import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { codePointLength } from '../../text/truncate.ts'
import { renderChatCompat } from '../render-chat-compat.ts'

function draftOf(attachment: Payload, more: Payload = {}) {
  const rendering = renderChatCompat({ attachments: [attachment], ...more })
  if (rendering.kind !== 'rendered') throw new Error(`is ${rendering.kind}`)
  return rendering.draft
}

const embedOf = (attachment: Payload): Embed | undefined => draftOf(attachment, { text: 'above' }).embeds[0]

const url = 'https://gatehouse.test/a'
describe('renderAttachment', () => {
  it('renders an embed', () => {
    expect(
      embedOf({
        fallback: 'not shown',
        color: '#36a64f',
        pretext: '*above*',
        author_name: 'Ann &amp;lt; <https://gatehouse.test|co>',
        author_subname: '@ann',
        author_link: url,
        author_icon: `${url}.png`,
        title: '*Title* &lt;1&gt;',
        title_link: url,
        text: '_text_ <!channel>',
        fields: [{ title: 'Priority', value: '*High*', short: false }],
        image_url: `${url}-image.png`,
        thumb_url: `${url}-thumb.png`,
        footer: 'API <https://gatehouse.test|v1>',
        footer_icon: `${url}-footer.png`,
        ts: 123456789,
      }),
    ).to.deep.equal({
      title: '\\*Title\\* <1>',
      url,
      description: '**above**\n*text* channel',
      color: 0x36a64f,
      timestamp: '1973-11-29T21:33:09.000Z',
      author: { name: 'Ann &lt; co (https://gatehouse.test) · @ann', url, icon_url: `${url}.png` },
      fields: [{ name: 'Priority', value: '**High**', inline: false }],
      image: { url: `${url}-image.png` },
      thumbnail: { url: `${url}-thumb.png` },
      footer: { text: 'API v1 (https://gatehouse.test)', icon_url: `${url}-footer.png` },
    })
  })

  it('leaves out parts that are absent, empty or null', () => {
    const parts = [
      'pretext',
      'author_name',
      'author_link',
      'title',
      'title_link',
      'fields',
      'image_url',
      'footer',
    ]
    for (const value of [undefined, null, '', ' ', {}, [], '\u200b'])
      expect(
        embedOf({
          text: 'x',
          ...Object.fromEntries([...parts, 'color', 'ts', 'actions', 'blocks'].map((part) => [part, value])),
        }),
      ).to.deep.equal({ description: 'x' })
  })

  it('drops links and icons that are invalid or have no text', () => {
    expect(
      embedOf({ text: 'x', title_link: url, author_link: url, author_icon: url, footer_icon: url }),
    ).to.deep.equal({
      description: 'x',
    })
    const invalid = {
      title_link: '/relative',
      author_link: 'javascript:alert(1)',
      image_url: 'data:,x',
      thumb_url: 'x',
    }
    expect(embedOf({ title: 'x', author_name: 'a', ...invalid })).to.deep.equal({
      title: 'x',
      author: { name: 'a' },
    })
  })

  it('accepts numbers in place of texts', () => {
    expect(embedOf({ title: 5, text: 1.5, footer: 7, author_name: 8 })).to.deep.equal({
      title: '5',
      description: '1.5',
      footer: { text: '7' },
      author: { name: '8' },
    })
  })

  it('keeps brackets in the title that form no link', () => {
    expect(embedOf({ title: '[FIRING:1] load (api)' })?.title).to.equal('[FIRING:1] load (api)')
    for (const title of ['[x](https://evil.test)', '[x][y]', '[x]: https://evil.test'])
      expect(embedOf({ title })?.title, title).to.match(/^\\\[x\\\]/)
  })

  it('truncates at the limits of embeds', () => {
    const long = '😀'.repeat(5000)
    const {
      title = '',
      description = '',
      author,
      footer,
      fields = [],
    } = embedOf({
      title: long,
      footer: long,
      author_name: long,
      text: 'x',
      fields: Array(30).fill({ title: 'a', value: 'b' }),
    }) ?? {}
    expect([title, author?.name ?? '', footer?.text ?? ''].map(codePointLength)).to.deep.equal([
      256, 256, 2048,
    ])
    expect([description, fields.length]).to.deep.equal(['x', 25])
    expect(fields.slice(-2)).to.deep.equal([
      { name: 'a', value: 'b', inline: false },
      { name: '\u200b', value: '+6 more fields', inline: false },
    ])
    const shown = Array(25).fill({ title: 'a', value: 'b', inline: false })
    expect(embedOf({ fields: [...shown, {}, null] })?.fields?.at(-1)?.value).to.equal('b')
    expect(codePointLength(embedOf({ text: long })?.description ?? '')).to.equal(4096)
    const [field] = embedOf({ fields: [{ title: long, value: long }] })?.fields ?? []
    expect([field?.name ?? '', field?.value ?? ''].map(codePointLength)).to.deep.equal([256, 1024])
  })

  describe('with fields', () => {
    const fieldsOf = (...fields: unknown[]) => embedOf({ text: 'x', fields })?.fields

    it('renders a field without title or value, and drops a field without both', () => {
      expect(
        fieldsOf(
          { value: 'v' },
          { title: 't', value: null },
          { title: '', value: '' },
          { short: true },
          null,
          'x',
          [],
        ),
      ).to.deep.equal([
        { name: '\u200b', value: 'v', inline: false },
        { name: 't', value: '\u200b', inline: false },
      ])
    })

    it('accepts any spelling of true for `short`', () => {
      const inline = (short: unknown) => fieldsOf({ title: 't', short })?.[0]?.inline
      for (const short of [true, 'true', 'True', 1, '1']) expect(inline(short), String(short)).to.equal(true)
      for (const short of [false, 'false', 0, '', null, undefined, {}, 2])
        expect(inline(short)).to.equal(false)
    })

    it('accepts values of any type, and an object in place of a list', () => {
      expect(
        fieldsOf({ title: 1, value: 0 }, { title: 'b', value: true })?.map(({ value }) => value),
      ).to.deep.equal(['0', 'true'])
      expect(embedOf({ fields: { title: 't', value: 'v' } })?.fields).to.have.length(1)
    })
  })

  describe('with a pretext', () => {
    it('uses the pretext as content, or as first line if there is content', () => {
      expect(draftOf({ pretext: '*p*', text: 't' })).to.deep.include({
        content: '**p**',
        embeds: [{ description: 't' }],
      })
      expect(draftOf({ pretext: 'p', text: 't' }, { text: 'x' }).embeds).to.deep.equal([
        { description: 'p\nt' },
      ])
      expect(draftOf({ pretext: 'p', color: 'good' })).to.deep.include({ content: 'p', embeds: [] })
    })

    it('uses only the first pretext as content', () => {
      const attachments = [
        { pretext: 'a', text: '1' },
        { pretext: 'b', text: '2' },
      ]
      expect(draftOf({}, { attachments })).to.deep.include({
        content: 'a',
        embeds: [{ description: '1' }, { description: 'b\n2' }],
      })
    })
  })

  describe('with a fallback', () => {
    it('shows the fallback if there is nothing else', () => {
      expect(embedOf({ fallback: 'down: <https://gatehouse.test|host> *x*', color: 'danger' })).to.deep.equal(
        {
          description: 'down: [host](https://gatehouse.test) \\*x\\*',
          color: 0xe01e5a,
        },
      )
      expect(embedOf({ fallback: '*x*', mrkdwn_in: ['fallback'] })?.description).to.equal('**x**')
      for (const part of [{ title: 't' }, { image_url: url }, { fields: [{ value: 'v' }] }, { footer: 'f' }])
        expect(embedOf({ fallback: 'f', ...part }), JSON.stringify(part)).not.to.have.property('description')
      expect(draftOf({ fallback: 'f', pretext: 'p' })).to.deep.include({ content: 'p', embeds: [] })
    })
  })

  describe('with markup', () => {
    const parts = { pretext: '*p*', text: '*t*', fields: [{ value: '*f*' }] }
    const shown = (mrkdwn_in: unknown) => {
      const { description, fields } = embedOf({ ...parts, mrkdwn_in }) ?? {}
      return [...(description?.split('\n') ?? []), fields?.[0]?.value]
    }

    it('formats all parts unless mrkdwn_in names some', () => {
      for (const absent of [undefined, null, '', 5, {}])
        expect(shown(absent)).to.deep.equal(['**p**', '**t**', '**f**'])
      expect(shown(['text', 'fields'])).to.deep.equal(['\\*p\\*', '**t**', '**f**'])
      expect(shown('pretext')).to.deep.equal(['**p**', '\\*t\\*', '\\*f\\*'])
      expect(shown('pretext, fields')).to.deep.equal(['**p**', '\\*t\\*', '**f**'])
      expect(shown([])).to.deep.equal(['\\*p\\*', '\\*t\\*', '\\*f\\*'])
    })
  })

  describe('with actions', () => {
    it('renders buttons with a URL as links', () => {
      const actions = [
        { type: 'button', text: 'Open :link:', url },
        { type: 'button', text: { type: 'plain_text', text: 'a]b' }, url },
        { type: 'button', text: 'Approve', name: 'yes', value: '1' },
        { type: 'button', text: 'x', url: 'javascript:alert(1)' },
        { type: 'button', url },
        null,
      ]
      expect(embedOf({ text: 't', callback_id: '', actions })?.description).to.equal(
        `t\n[Open 🔗](${url}) · [a\\]b](${url}) · [Open](${url})`,
      )
    })
  })

  it('prefers its own images to those of its blocks', () => {
    const blocks = [
      { type: 'image', image_url: `${url}/block.png`, title: { type: 'plain_text', text: 'B' } },
    ]
    expect(embedOf({ image_url: url, blocks })).to.deep.equal({ description: 'B', image: { url } })
  })
})
