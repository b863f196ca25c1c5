import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { validateName } from './webhook-name.ts'

const rejection = (name: string) => rejected(Promise.resolve().then(() => validateName('name', name)))

describe('a webhook name', () => {
  const kept: Record<string, string> = {
    'plain text': 'Deploys of ~web~ 2.0',
    'a family joined by joiners': '👨‍👩‍👧',
    'a skin tone and a profession': '👩🏽‍⚕️ on call',
    'a rainbow flag': '🏳️‍🌈',
    'the flag of Scotland with its tags': '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'a keycap': '1️⃣',
    'letters of any script': 'Разработка 開発 بناء',
    'HTML as text': '<b>&amp;</b>',
  }
  for (const [what, name] of Object.entries(kept)) {
    it(`keeps ${what}`, () => expect(validateName('name', name)).to.equal(name.normalize('NFC')))
  }

  it('loses what is invisible', () => {
    expect(validateName('name', '\u202eDe\u200bploys\u2069 ')).to.equal('Deploys')
  })

  it('composes characters', () => expect(validateName('name', 'Cafe\u0301')).to.equal('Caf\u00e9'))

  it('composes across what was removed', () =>
    expect(validateName('name', 'e\u200b\u0301')).to.equal('\u00e9'))

  it('accepts up to 80 code points, counted after cleaning', () => {
    expect(validateName('name', `${'😀'.repeat(80)}\u200b  `)).to.equal('😀'.repeat(80))
  })

  for (const name of ['', '   ', '\u200b\u2060', '\u3164', 'x'.repeat(81), '😀'.repeat(81)]) {
    it(`is rejected as ${JSON.stringify(name).slice(0, 20)}`, async () => {
      const error = await rejection(name)
      expect(error.code).to.equal('INVALID_FORM_BODY')
      expect(error.fields.map(({ path, code }) => [path, code])).to.deep.equal([
        ['name', 'WEBHOOK_NAME_LENGTH_INVALID'],
      ])
    })
  }
})
