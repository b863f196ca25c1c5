import { expect } from 'chai'
import { profileRules } from './profile-rules.ts'

const { clean, problem } = profileRules.globalName

describe('cleaning of a display name', () => {
  for (const [what, typed, cleaned] of [
    ['collapses white space of every kind', '  Ann \t\n\u3000 Lee ', 'Ann Lee'],
    ['removes zero-width characters', 'A\u200bn\u200cn\u2060\ufeff', 'Ann'],
    ['removes bidi controls', '\u202eAnn\u2066', 'Ann'],
    ['removes control characters', 'A\u0000n\u0007n', 'Ann'],
    ['removes fillers that look like nothing', '\u3164\u115f\uffa0\u2800', ''],
    ['removes variation selectors', 'A\ufe0fnn\u{e0101}', 'Ann'],
    ['removes lone surrogates', 'A\ud83dnn', 'Ann'],
    ['removes tag characters', 'Ann\u{e0061}\u{e007f}', 'Ann'],
    ['removes a joiner outside an emoji', 'A\u200dnn\u200d', 'Ann'],
    ['leaves one space where something invisible stood between two', 'Ann \u200b Lee', 'Ann Lee'],
    [
      'keeps emoji, their joiners and skin tones',
      '👩🏽\u200d🚀 Ann 👨\u200d👩\u200d👧',
      '👩🏽\u200d🚀 Ann 👨\u200d👩\u200d👧',
    ],
    ['composes letters', 'A\u0308nn', 'Änn'],
  ] as const) {
    it(what, () => expect(clean(typed)).to.equal(cleaned))
  }
})

describe('check of a display name', () => {
  for (const [name, code] of [
    ['', 'GLOBAL_NAME_LENGTH_INVALID'],
    ['a'.repeat(33), 'GLOBAL_NAME_LENGTH_INVALID'],
    ['Everyone', 'GLOBAL_NAME_RESERVED_VALUE'],
    ['here', 'GLOBAL_NAME_RESERVED_VALUE'],
    ['\uff45veryone', 'GLOBAL_NAME_RESERVED_VALUE'],
    ['A System Message', 'GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    ['🎉'.repeat(32), null],
    ['李小龍', null],
  ] as const) {
    it(`returns ${code} for ${JSON.stringify(name)}`, () => expect([problem(name)].flat()[0]).to.equal(code))
  }
})
