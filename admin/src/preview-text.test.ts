import { expect } from 'chai'
import { type Preview, previewText } from './preview-text.ts'

const author = { username: 'Builds', avatar_url: null }

describe('previewText', () => {
  it('shows the message and each embed', () => {
    const card = {
      title: 'Issue opened',
      url: 'https://host.test/1',
      description: 'two\nlines',
      color: 0x2da44e,
      author: { name: 'ann' },
      fields: [{ name: 'Level', value: 'error', inline: true }],
      image: { url: 'https://host.test/a.png' },
      footer: { text: 'foot' },
      timestamp: '2025-03-04T10:02:55.000Z',
    }
    const preview = rendered({ content: 'hello', embeds: [card, { title: 'plain' }] })
    expect(previewText(preview).split('\n')).to.deep.equal([
      'rendered',
      '',
      'Builds',
      'hello',
      '',
      '🟩 #2DA44E',
      '┃ ann',
      '┃ Issue opened <https://host.test/1>',
      '┃ two',
      '┃ lines',
      '┃ Level: error',
      '┃ image https://host.test/a.png',
      '┃ foot',
      '┃ 2025-03-04T10:02:55.000Z',
      '',
      '▫',
      '┃ plain',
    ])
  })

  it('shows the nearest square for each colour', () => {
    const square = (color: number) => previewText(rendered({ embeds: [{ color }] })).split('\n')[4]
    expect(square(0xcf222e)).to.equal('🟥 #CF222E')
    expect(square(0x8250df)).to.equal('🟪 #8250DF')
    expect(square(0x00000f)).to.equal('⬛ #00000F')
  })

  it('reports why there is no message', () => {
    expect(
      previewText({ result: 'ignored:ping', detail: 'Nothing is shown for ping.', message: null }),
    ).to.equal('ignored:ping\nNothing is shown for ping.')
  })

  it('replaces control characters', () => {
    const evil = 'a\u001b[2J\u001b]0;owned\u0007\r\u009b31mb'
    const text = previewText(rendered({ content: evil, embeds: [{ title: evil }] }))
    expect(text.replaceAll('\n', '')).not.to.match(/\p{Cc}/u)
    expect(text).to.contain('a\u{fffd}[2J')
  })
})

function rendered(message: Partial<NonNullable<Preview['message']>>): Preview {
  return { result: 'rendered', detail: null, message: { author, content: '', embeds: [], ...message } }
}
