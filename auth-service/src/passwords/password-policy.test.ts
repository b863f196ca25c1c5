import { expect } from 'chai'
import { canonicalPassword, passwordProblem } from './password-policy.ts'

const ann = { email: 'Ann.Longname@gatehouse.test', username: 'Ann_Longname', productName: 'MillWheel Chat' }

describe('password policy', () => {
  for (const [what, password, code] of [
    ['seven code points', 'abcdefg', 'PASSWORD_LENGTH_INVALID'],
    ['seven emoji', '🦊'.repeat(7), 'PASSWORD_LENGTH_INVALID'],
    ['257 code points', `${'q7'.repeat(128)}x`, 'PASSWORD_LENGTH_INVALID'],
    ['eight letters that compose to seven', 'abcdefu\u0308', 'PASSWORD_LENGTH_INVALID'],
    ['a common password', 'password1', 'PASSWORD_IS_TOO_COMMON'],
    ['a common password in capitals', 'QWERTYUIOP', 'PASSWORD_IS_TOO_COMMON'],
    ['the email', 'ann.longname@GATEHOUSE.test', 'PASSWORD_IS_TOO_COMMON'],
    ['the local part of the email', 'ann.longname', 'PASSWORD_IS_TOO_COMMON'],
    ['the username', 'ann_LONGNAME', 'PASSWORD_IS_TOO_COMMON'],
    ['the name of the product', 'GateHouse', 'PASSWORD_IS_TOO_COMMON'],
    ['the configured name of the product', 'millWHEEL chat', 'PASSWORD_IS_TOO_COMMON'],
  ] as const) {
    it(`rejects ${what}`, () => expect(passwordProblem(password, ann)).to.equal(code))
  }

  for (const [what, password] of [
    ['eight code points', 'kz7!mQ2x'],
    ['fifteen emoji', '🦊🐢🦉🐙🦔🐝🦚🦜🐬🦭🦦🐨🦥🐿🦫'],
    ['256 emoji', '🦊'.repeat(256)],
    ['spaces at both ends and inside', '  kz7 mQ2x  '],
    ['a password that only contains a context word', 'gatehouse-kz7!'],
    ['one kind of character', 'vbxkwqzjhtr'],
  ] as const) {
    it(`accepts ${what}`, () => expect(passwordProblem(password, ann)).to.equal(null))
  }

  for (const [what, email, password] of [
    ['as it was typed', 'ann.longname@Bücher.example', 'Ann.Longname@bücher.example'],
    ['as it is kept', 'ann.longname@Bücher.example', 'ann.longname@xn--bcher-kva.EXAMPLE'],
    ['without the spaces around it', ' ann@gatehouse.test ', 'ann@gatehouse.test'],
    ['in letters with two lower-case forms', 'strasse-17@gatehouse.test', 'STRAßE-17'],
    ['that is no address, whole', 'ann.longname', 'Ann.Longname'],
  ] as const) {
    it(`rejects the email ${what}`, () =>
      expect(passwordProblem(password, { email })).to.equal('PASSWORD_IS_TOO_COMMON'))
  }

  it('accepts any password for an account without email and username', () =>
    expect(passwordProblem('ann.longname', {})).to.equal(null))
})

describe('canonical form of a password', () => {
  it('composes characters and changes nothing else', () => {
    expect(canonicalPassword(' Mu\u0308ller １２ ')).to.equal(' M\u00fcller １２ ')
  })
})
