import { expect } from 'chai'
import { cleanLabel, cleanLine } from './label.ts'

describe('a label', () => {
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
    'lone surrogates': ['a\ud83db', 'ab'],
    'a blank of braille': ['a\u2800b', 'ab'],
    'format characters': ['a\u00adb\ufff9c\u{1bca0}', 'abc'],
    'tags outside a flag': ['a\u{e0067}\u{e007f}', 'a'],
    'a space behind something invisible': ['\u200b \u200bname\u200b \u200b', 'name'],
  }
  for (const [what, [before, after]] of Object.entries(cleaned)) {
    it(`loses ${what}`, () => expect(cleanLabel(before)).to.equal(after))
  }

  it('loses every character that has no form of its own', () => {
    for (let code = 0; code < 0x110000; code += 1) {
      const char = String.fromCodePoint(code)
      if (/[\p{Bidi_Control}\p{Cf}\p{Cc}]/u.test(char))
        expect(cleanLabel(`a${char}b`), code.toString(16)).to.equal('ab')
    }
  })

  it('of one line has one space for each run of white space', () => {
    expect(cleanLine(' \tAnn\r\n\u2028 of \u200b the\u00a0 web ')).to.equal('Ann of the web')
  })
})
