import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { cleanName, validateName } from './webhook-name.ts'

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

  const cleaned: Record<string, [string, string]> = {
    'spaces around it': ['  a b \t', 'a b'],
    'control characters': ['a\u0000b\u0007c\u009f', 'abc'],
    'line breaks': ['a\nb\u2028c\u2029', 'abc'],
    'bidi marks and overrides': ['\u202eabc\u202c\u2066d\u2069\u200f\u061c', 'abcd'],
    'zero-width characters': ['a\u200bb\u200cc\ufeffd\u2060', 'abcd'],
    'a joiner between letters': ['a\u200db', 'ab'],
    'a joiner after an emoji that joins nothing': ['👩\u200d', '👩'],
    'joiners in a row between emoji': ['👩\u200d\u200d👩', '👩👩'],
    'fillers that look like nothing': ['a\u3164\u115fb', 'ab'],
    'selectors after letters': ['a\ufe0fb\ufe0f', 'ab'],
    'tags outside a flag': ['a\u{e0067}\u{e007f}', 'a'],
    'a space behind something invisible': ['\u200b \u200bname\u200b \u200b', 'name'],
  }
  for (const [what, [before, after]] of Object.entries(cleaned)) {
    it(`loses ${what}`, () => expect(cleanName(before)).to.equal(after))
  }

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
