import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import type { Payload } from '../payload.ts'
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
const joiner = '\u200d'

describe('a native message', () => {
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
    [embed({ fields: [{ name: 'a', value: '' }] }), 'embeds.1.fields.0.value:STRING_LENGTH_INVALID'],
    [embed({ fields: [{ name: 'a' }] }), 'embeds.1.fields.0.value:REQUIRED'],
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
    [embed({ url: 'javascript:alert(1)' }), 'embeds.1.url:INVALID_URL_FORMAT'],
    [embed({ image: { url: 'https://user:pass@a.example' } }), 'embeds.1.image.url:INVALID_URL_FORMAT'],
    [{ content: 'a', avatar_url: 'data:image/png;base64,AAAA' }, 'avatar_url:INVALID_URL_FORMAT'],
    [embed({ color: 0x1000000 }), 'embeds.1.color:NUMBER_OUT_OF_RANGE'],
    [embed({ color: '#ffffff' }), 'embeds.1.color:INVALID_INTEGER_FORMAT'],
    [embed({ timestamp: 'now' }), 'embeds.1.timestamp:INVALID_TIME_FORMAT'],
    [{ content: 7 }, 'content:INVALID_FORMAT'],
    [{ embeds: {} }, 'embeds:INVALID_FORMAT'],
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
      await problemsOf({ content: 7, username: text(81), embeds: [{ color: -1, url: 'x' }] }),
    ).to.have.members([
      'content:INVALID_FORMAT',
      'username:STRING_LENGTH_INVALID',
      'embeds.0.color:NUMBER_OUT_OF_RANGE',
      'embeds.0.url:INVALID_URL_FORMAT',
    ])
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
