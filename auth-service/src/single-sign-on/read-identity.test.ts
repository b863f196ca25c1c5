import { expect } from 'chai'
import { type Claims, readIdentity } from './read-identity.ts'

const read = (claims: Claims | undefined, userinfo: Claims | null) =>
  readIdentity('https://idp.example', {
    claims: claims && { sub: 'ada', ...claims },
    userinfo: userinfo && { sub: 'ada', ...userinfo },
    receivedAt: 0,
  })

describe('readIdentity', () => {
  describe('whether the address is verified', () => {
    const email = 'ada@example.com'
    const flags: [unknown, boolean | null][] = [
      [true, true],
      ['true', true],
      ['TRUE', true],
      [false, false],
      ['false', false],
      [1, false],
      ['yes', false],
      [null, null],
      [undefined, null],
    ]

    for (const [flag, expected] of flags)
      it(`is ${expected} with ${JSON.stringify(flag)} in either source, or both`, () => {
        const verified = { email, email_verified: flag }
        expect(read(verified, null).emailVerified).to.equal(expected)
        expect(read(undefined, verified).emailVerified).to.equal(expected)
        expect(read(verified, { email }).emailVerified).to.equal(expected)
        expect(read({ email: 'ADA@example.com' }, verified).emailVerified).to.equal(expected)
        expect(read(verified, { email: null }).emailVerified).to.equal(expected)
        expect(read(verified, verified).emailVerified).to.equal(expected)
      })

    it('is what a source says that rejects it, if the sources differ', () => {
      for (const [first, second] of [
        [true, false],
        [false, true],
      ])
        expect(
          read({ email, email_verified: first }, { email, email_verified: second }).emailVerified,
        ).to.equal(false)
    })

    it('is not what a source says about another address, or true beside none', () => {
      const other = { email: 'other@example.com', email_verified: true }
      expect(read(other, { email })).to.include({ emailVerified: null })
      expect(read({ email }, { email_verified: true }).emailVerified).to.equal(null)
      expect(read({ email }, { email_verified: false }).emailVerified).to.equal(false)
      expect(
        read({ ...other, email_verified: false }, { email, email_verified: true }).emailVerified,
      ).to.equal(true)
    })
  })

  describe('the name', () => {
    const email = 'ada@example.com'
    const names: [Claims, Claims | null, string | null][] = [
      [{ name: 'Ada Lovelace' }, null, 'Ada Lovelace'],
      [{ name: 'Ada Lovelace' }, { name: 'Countess' }, 'Countess'],
      [{ name: 'Ada Lovelace' }, { name: '' }, 'Ada Lovelace'],
      [{ name: 'Ada Lovelace' }, { name: null }, 'Ada Lovelace'],
      [{ given_name: 'Ada', family_name: 'Lovelace' }, null, 'Ada Lovelace'],
      ...[' ', '\n', '\u200b', '\u00a0\ufeff'].map((name): [Claims, Claims | null, string] => [
        { name, given_name: 'Ada', family_name: 'Lovelace' },
        { name },
        'Ada Lovelace',
      ]),
      [{ given_name: 'Ada' }, null, 'Ada'],
      [{ family_name: 'Lovelace' }, null, 'Lovelace'],
      [{ name: email, given_name: 'Ada', family_name: 'Lovelace' }, null, 'Ada Lovelace'],
      [{ name: email }, null, null],
      [{ name: 'Ada (ada@example.com)' }, null, null],
      [{ name: 'Ada @ Corp' }, null, 'Ada @ Corp'],
      [{ name: { given: 'Ada' } }, null, null],
      [{ name: 7 }, null, null],
      [{ given_name: ['Ada'], family_name: 7 }, null, null],
      [{}, null, null],
    ]
    for (const [claims, userinfo, expected] of names)
      it(`is ${expected} of ${JSON.stringify(claims)}${userinfo ? ` and ${JSON.stringify(userinfo)}` : ''}`, () => {
        expect(read({ email, ...claims }, userinfo).name).to.equal(expected)
      })
  })
})
