import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { codePointLength } from '../messages/cut-text.ts'
import { translateChatCompat } from './translate.ts'

function draftOf(payload: Record<string, unknown>) {
  const translation = translateChatCompat(payload)
  if (translation.kind !== 'rendered') throw new Error(`is ${translation.kind}`)
  return translation.draft
}

function refusal(payload: Record<string, unknown>): ServiceError {
  try {
    translateChatCompat(payload)
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('was taken')
}

describe('a payload of a chat-compatible sender', () => {
  it('is its text', () => {
    expect(draftOf({ text: ' *hi* &amp; bye ' })).to.deep.equal({ content: '**hi** & bye', embeds: [] })
    expect(draftOf({ text: 42 }).content).to.equal('42')
  })

  it('comes under its own name and icon', () => {
    const draft = draftOf({
      text: 'x',
      username: ' Deploy\u202e Bot ',
      icon_url: 'https://gatehouse.test/i.png',
    })
    expect(draft).to.include({ username: 'Deploy Bot', avatarUrl: 'https://gatehouse.test/i.png' })
  })

  it('ignores names and icons that are none', () => {
    for (const odd of ['', ' \u200b ', null, {}, []])
      expect(draftOf({ text: 'x', username: odd, icon_url: odd })).to.have.all.keys('content', 'embeds')
    expect(draftOf({ text: 'x', icon_url: 'javascript:alert(1)' })).not.to.have.property('avatarUrl')
  })

  it('is cut, not refused', () => {
    const draft = draftOf({ text: '😀'.repeat(3000), username: '😀'.repeat(100) })
    expect(codePointLength(draft.content)).to.equal(2000)
    expect(codePointLength(draft.username ?? '')).to.equal(80)
    expect(draft.content).to.match(/…$/)
  })

  it('closes the code block it is cut in', () => {
    const { content } = draftOf({ text: `\`\`\`${'x'.repeat(3000)}\`\`\`` })
    expect(content)
      .to.match(/x…\n```$/)
      .and.have.length(2000)
  })

  it('looks at no more of a long text than it shows', () => {
    expect(draftOf({ text: 'a '.repeat(100_000) }).content).to.have.length(2000)
  })

  it('without anything to show is refused', () => {
    for (const text of [undefined, null, '', ' \n', '\u200b\u2060', {}, [], true])
      expect(refusal({ text }).code).to.equal('NO_TEXT')
  })

  it('of attachments or blocks alone is refused, and says why', () => {
    for (const cards of [{ attachments: [{ text: 'x' }] }, { blocks: [{ type: 'divider' }] }]) {
      expect(refusal(cards)).to.include({
        code: 'NO_TEXT',
        message: 'Attachments and blocks are not shown; send a text.',
      })
      expect(translateChatCompat({ ...cards, text: 'x' })).to.have.property('detail')
    }
  })
})
