import { readFileSync } from 'node:fs'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import type { Payload } from '../payload.ts'
import { nativeEdit } from './native-edit.ts'
import { renderNative } from './render-native.ts'

const draftOf = (payload: Payload) => {
  const rendering = renderNative(payload)
  return rendering.kind === 'rendered' ? rendering.draft : expect.fail(rendering.kind)
}
const problemsOf = async (payload: Payload) => {
  const error = await rejected(Promise.resolve().then(() => renderNative(payload)))
  return error.code === 'INVALID_FORM_BODY'
    ? error.fields.map(({ path, code }) => `${path}:${code}`)
    : error.code
}
const blank = '\u200b'
const field = (name: string, value: string, inline = false) => ({ name, value, inline })

type Path = (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key])),
  ]
}

function withValue(payload: Payload, [key = '', ...rest]: Path, value: unknown): Payload {
  const inner = payload[key]
  const changed = rest.length > 0 ? withValue(inner as Payload, rest, value) : value
  // A list within a payload is changed in the same way.
  if (Array.isArray(payload))
    return payload.map((each, index) =>
      String(index) === String(key) ? changed : each,
    ) as unknown as Payload
  return { ...payload, [key]: changed }
}

const joiner = '\u200d'

describe('a native message', () => {
  it('shows what the Discord receiver of Alertmanager sends', () => {
    const file = new URL('../../../test/fixtures/native/alertmanager.json', import.meta.url)
    const { embeds } = draftOf(JSON.parse(readFileSync(file, 'utf8')))
    expect(embeds).to.have.length(1)
    expect(embeds[0]).to.include({ title: '[FIRING:1] QueueGrows (lamp-worker warning)', color: 0x992d22 })
    expect(embeds[0]?.description).to.match(/^Alerts Firing:\n.*Alerts Resolved:\n.*\/graph$/s)
  })

  it('keeps Markdown as it is, without control and bidirectional characters', () => {
    expect(draftOf({ content: '**a** [b](https://c.example)\n\t`d`\u202e\u0000' })).to.deep.equal({
      content: '**a** [b](https://c.example)\n\t`d`',
      embeds: [],
    })
  })

  it('has a name, an icon and embeds', () => {
    const embed = {
      title: 'Title',
      description: 'Text',
      url: 'https://a.example/x',
      color: 0xffffff,
      timestamp: '2030-01-01T01:00:00+01:00',
      author: { name: 'Ada', url: null, icon_url: 'https://a.example/i.png' },
      fields: [
        { name: '\u200b', value: 'b' },
        { name: 'c', value: 'd', inline: true },
      ],
      image: { url: 'https://a.example/i.png' },
      thumbnail: null,
      footer: { text: 'Foot' },
    }
    expect(
      draftOf({ username: ' Deploy ', avatar_url: 'https://a.example/a.png', embeds: [embed] }),
    ).to.deep.equal({
      content: '',
      username: 'Deploy',
      avatarUrl: 'https://a.example/a.png',
      embeds: [
        {
          title: 'Title',
          description: 'Text',
          url: 'https://a.example/x',
          color: 0xffffff,
          timestamp: '2030-01-01T00:00:00.000Z',
          author: { name: 'Ada', icon_url: 'https://a.example/i.png' },
          fields: [
            { name: '\u200b', value: 'b', inline: false },
            { name: 'c', value: 'd', inline: true },
          ],
          image: { url: 'https://a.example/i.png' },
          footer: { text: 'Foot' },
        },
      ],
    })
  })

  const empty: Payload[] = [
    {},
    { content: '' },
    { content: ' \n\u200b' },
    { content: null, embeds: null },
    { embeds: [{ color: 7, url: 'https://a.example' }] },
    { embeds: [{ title: ' ' }] },
  ]
  for (const payload of empty)
    it(`is rejected without anything to show: ${JSON.stringify(payload)}`, async () =>
      expect(await problemsOf(payload)).to.equal('CANNOT_SEND_EMPTY_MESSAGE'))

  it('may have blank content with an embed', () => {
    expect(draftOf({ content: ' ', embeds: [{ title: 'a' }] })).to.deep.equal({
      content: '',
      embeds: [{ title: 'a' }],
    })
  })

  const text = (length: number) => '😀'.repeat(length)
  const embed = (fields: object) => ({ embeds: [{ title: 'a' }, fields] })
  const tooLong: [Payload, string][] = [
    [{ content: text(2001) }, 'content:STRING_LENGTH_INVALID'],
    [{ content: 'a', username: text(81) }, 'username:STRING_LENGTH_INVALID'],
    [{ embeds: Array.from({ length: 11 }, () => ({ title: 'a' })) }, 'embeds:ARRAY_LENGTH_INVALID'],
    [embed({ title: text(257) }), 'embeds.1.title:STRING_LENGTH_INVALID'],
    [embed({ description: text(4097) }), 'embeds.1.description:STRING_LENGTH_INVALID'],
    [
      embed({ fields: Array.from({ length: 26 }, () => ({ name: 'a', value: 'b' })) }),
      'embeds.1.fields:ARRAY_LENGTH_INVALID',
    ],
    [embed({ fields: [{ name: text(257), value: 'b' }] }), 'embeds.1.fields.0.name:STRING_LENGTH_INVALID'],
    [embed({ fields: [{ name: 'a', value: text(1025) }] }), 'embeds.1.fields.0.value:STRING_LENGTH_INVALID'],
    [embed({ author: { name: text(257) } }), 'embeds.1.author.name:STRING_LENGTH_INVALID'],
    [embed({ footer: { text: text(2049) } }), 'embeds.1.footer.text:STRING_LENGTH_INVALID'],
    [{ embeds: [1, 2].map(() => ({ description: text(3001) })) }, 'embeds:EMBEDS_TOO_LONG'],
    [
      {
        content: 'a',
        embeds: [1, 2, 3, 4, 5].map(() => ({ title: 'a', url: `https://a.example/${text(1630)}` })),
      },
      'embeds:EMBEDS_TOO_LONG',
    ],
    [
      {
        avatar_url: `https://a.example/${text(2030)}`,
        embeds: [1, 2, 3, 4].map(() => ({ title: 'a', url: `https://a.example/${text(1600)}` })),
      },
      'embeds:EMBEDS_TOO_LONG',
    ],
    [embed({ url: `https://a.example/${'a'.repeat(2031)}` }), 'embeds.1.url:STRING_LENGTH_INVALID'],
    [embed({ color: 0x1000000 }), 'embeds.1.color:NUMBER_OUT_OF_RANGE'],
    [embed({ color: '16777216' }), 'embeds.1.color:NUMBER_OUT_OF_RANGE'],
    [embed({ fields: [null, { name: text(257) }] }), 'embeds.1.fields.1.name:STRING_LENGTH_INVALID'],
    [{ embeds: Array(11).fill(null) }, 'embeds:ARRAY_LENGTH_INVALID'],
    [{ content: 'a', flags: 64 }, 'flags:FIELD_NOT_ALLOWED'],
    [{ content: 'a', flags: '32772' }, 'flags:FIELD_NOT_ALLOWED'],
    [{ content: ['a'] }, 'content:INVALID_FORMAT'],
    [{ embeds: { title: 'a' } }, 'embeds:INVALID_FORMAT'],
    [embed({ footer: 7 }), 'embeds.1.footer:INVALID_FORMAT'],
    [{ content: 'a', allowed_mentions: { parse: ['all'] } }, 'allowed_mentions.parse.0:INVALID_FORMAT'],
    [
      { content: 'a', allowed_mentions: { users: ['me'] } },
      'allowed_mentions.users.0:INVALID_SNOWFLAKE_FORMAT',
    ],
    [{ content: '@here '.repeat(333) }, 'content:STRING_LENGTH_INVALID'],
  ]
  for (const [payload, problem] of tooLong)
    it(`is rejected with ${problem}`, async () => expect(await problemsOf(payload)).to.deep.equal([problem]))

  it('is accepted at its limits', () => {
    const draft = draftOf({
      content: text(2000),
      embeds: [{ title: text(256), description: text(4096) }, { footer: { text: text(1648) } }],
    })
    expect(draft.content).to.equal(text(2000))
    expect(draft.embeds).to.have.length(2)
  })

  it('lists all its problems at once', async () => {
    expect(
      await problemsOf({ content: { a: 7 }, username: text(81), embeds: [{ color: -1, fields: 'x' }] }),
    ).to.have.members([
      'content:INVALID_FORMAT',
      'username:STRING_LENGTH_INVALID',
      'embeds.0.color:NUMBER_OUT_OF_RANGE',
      'embeds.0.fields:INVALID_FORMAT',
    ])
  })

  const only = (fields: object) => draftOf(embed(fields)).embeds[1]
  const read: [fields: object, shown: object | undefined][] = [
    [
      { title: 404, description: 12.5 },
      { title: '404', description: '12.5' },
    ],
    [{ title: true }, { title: 'true' }],
    [{ title: 'b', footer: {}, author: { url: 'https://x.example' }, fields: {} }, { title: 'b' }],
    [{ title: 'b', footer: { text: '' }, author: { name: null }, image: '', thumbnail: [] }, { title: 'b' }],
    [
      { title: 'b', footer: 'Foot', author: 'Ann' },
      { title: 'b', footer: { text: 'Foot' }, author: { name: 'Ann' } },
    ],
    [{ image: 'https://x.example/a.png' }, { image: { url: 'https://x.example/a.png' } }],
    [{ title: 'b', image: 'cdn.example/a.png', thumbnail: { url: 'attachment://a.png' } }, { title: 'b' }],
    [{ title: 'b', url: '/acme/lamp' }, { title: 'b' }],
    [{ title: 'b', url: 'https://' }, { title: 'b' }],
    [{ title: 'b', url: 'https://user:pass@a.example' }, { title: 'b' }],
    [
      { title: 'b', url: ' https://x.example ' },
      { title: 'b', url: 'https://x.example' },
    ],
    [{ title: 'b', timestamp: 'now', color: 'blue' }, { title: 'b' }],
    [
      { title: 'b', timestamp: '2025-06-10 01:02:03.123' },
      { title: 'b', timestamp: '2025-06-10T01:02:03.123Z' },
    ],
    [
      { title: 'b', timestamp: '2026-01-02T03:04:05+0000' },
      { title: 'b', timestamp: '2026-01-02T03:04:05.000Z' },
    ],
    [{ title: 'b', timestamp: '0001-01-01T00:00:00Z' }, { title: 'b' }],
    [{ fields: [null, { name: 'a', value: 1, inline: 'True' }, {}] }, { fields: [field('a', '1', true)] }],
    [
      { fields: [{ name: 'a' }, { value: 'b', inline: 0 }] },
      { fields: [field('a', blank), field(blank, 'b')] },
    ],
  ]
  for (const [fields, shown] of read)
    it(`reads ${JSON.stringify(fields)}`, () => expect(only(fields)).to.deep.equal(shown))

  for (const [color, shown] of [
    ['#9c27b0', 0x9c27b0],
    ['9c27b0', 0x9c27b0],
    ['0xFF0000', 0xff0000],
    ['#fff', 0xffffff],
    ['697804', 697_804],
    ['012345', 0x012345],
    [' 5 ', 5],
    [0, 0],
    [1.5, undefined],
    ['red', undefined],
    [true, undefined],
    ['#12345', undefined],
  ] as const)
    it(`reads the colour ${JSON.stringify(color)}`, () => {
      expect(only({ title: 'b', color })?.color).to.equal(shown)
    })

  it('ignores what it does not have, and other flags', () => {
    const more = { tts: true, thread_name: 'x', components: [{}], poll: {}, flags: 4 }
    expect(draftOf({ content: 42, username: 7, allowed_mentions: [], ...more })).to.deep.equal({
      content: '42',
      embeds: [],
      username: '7',
    })
    for (const flags of ['4096', '', null, 'x', {}])
      expect(draftOf({ content: 'a', flags })).to.deep.equal({ content: 'a', embeds: [] })
  })

  for (const [content, attachments, shown] of [
    ['a', [{ filename: 'log.txt' }], 'a\n+1 file: log.txt'],
    ['', [{ filename: 'a.png' }, { filename: '*b*.png' }], '+2 files: a.png, \\*b\\*.png'],
    ['a', [{ filename: '' }], 'a\n+1 file'],
    ['> a', [{ filename: 'b' }], '> a\n\n+1 file: b'],
    ['a', [{ id: 0, description: 'x' }, null, 7], 'a'],
    ['a', Array(300).fill({ filename: 'long-name.txt' }), /^a\n\+300 files: long-name\.txt, .*…$/],
    [text(2000), [{ filename: 'a' }], text(2000)],
  ] as const)
    it(`names the files of a form: ${JSON.stringify(attachments).slice(0, 60)}`, () => {
      const draft = draftOf({ content, attachments })
      if (shown instanceof RegExp) expect(draft.content).to.match(shown)
      else expect(draft.content).to.equal(shown)
      expect([...draft.content].length).to.be.at.most(2000)
    })

  const whole = {
    content: 'a',
    username: 'b',
    avatar_url: 'https://x.example/a.png',
    embeds: [
      {
        ...{ title: 'c', url: 'https://x.example', description: 'd', color: 7, timestamp: '2026-01-02' },
        author: { name: 'e', url: 'https://x.example', icon_url: 'https://x.example' },
        fields: [{ name: 'f', value: 'g', inline: true }],
        image: { url: 'https://x.example' },
        thumbnail: { url: 'https://x.example' },
        footer: { text: 'h', icon_url: 'https://x.example' },
      },
      { title: 'i' },
    ],
    allowed_mentions: { parse: ['users'], users: ['1'], roles: [] },
  }

  it('reads null, an empty text, list and object as absent, everywhere and in edits', () => {
    for (const path of pathsOf(whole)) {
      const without = draftOf(withValue(whole, path, undefined))
      for (const absent of [null, '', [], {}]) {
        const given = withValue(whole, path, absent)
        expect(draftOf(given), `${path} ${JSON.stringify(absent)}`).to.deep.equal(without)
        const { username: _, avatar_url: __, ...edit } = given
        if (edit.content || path[0] !== 'content')
          expect(() => nativeEdit(JSON.stringify(edit))).not.to.throw()
      }
    }
  })

  it('clears with null, an empty text, list and object in edits', () => {
    const before = { content: 'a', embeds: [{ title: 'b' }], author: { avatarUrl: null } }
    for (const absent of [null, '', [], {}]) {
      expect(nativeEdit(JSON.stringify({ embeds: absent }))(before).embeds).to.deep.equal([])
      expect(nativeEdit(JSON.stringify({ content: absent }))(before).content).to.equal('')
    }
  })

  describe('mentions', () => {
    const content = '@everyone @here <@1> <@!2> <@&3> a@here.example `@here`'
    const mention = (allowed_mentions: unknown) => {
      const draft = draftOf({ content, embeds: [{ title: '@everyone <@1>' }], allowed_mentions })
      return { ...draft, embeds: draft.embeds.map(({ title }) => title) }
    }
    const broken = content
      .replaceAll('@everyone', `@${joiner}everyone`)
      .replaceAll(/(?<!a)@here/g, `@${joiner}here`)
      .replaceAll('<@', `<${joiner}@`)
    const embeds = [`@${joiner}everyone <${joiner}@1>`]

    for (const allowed of [undefined, null, {}, { parse: [] }, { users: ['4'], roles: ['1'] }])
      it(`are broken in the text with ${JSON.stringify(allowed)}`, () =>
        expect(mention(allowed)).to.deep.equal({ content: broken, embeds }))

    it('take effect if their kind is allowed, never in embeds', () => {
      expect(mention({ parse: ['everyone', 'users', 'roles'] })).to.deep.equal({
        content,
        embeds,
        mentions: { everyone: true, users: ['1', '2'], roles: ['3'] },
      })
    })

    it('take effect if their id is allowed', () => {
      expect(mention({ users: [2], roles: ['3'] })).to.deep.equal({
        content: broken.replace(`<${joiner}@!2>`, '<@!2>').replace(`<${joiner}@&3>`, '<@&3>'),
        embeds,
        mentions: { everyone: false, users: ['2'], roles: ['3'] },
      })
    })
  })
})
