import { expect } from 'chai'
import { fieldErrors, openDevStack } from './dev-stack.ts'

describe('choosing a password', () => {
  const stack = openDevStack()
  let people = 0
  const register = (password: string) => {
    const person = {
      email: `the-chooser-${people}@gatehouse.test`,
      username: `The_Chooser_${people}`,
      password,
    }
    const body = { ...person, consent: true, date_of_birth: '1990-01-01' }
    return { ...person, response: stack.post('/auth/register', { body }) }
  }
  const login = (email: string, password: string) => stack.post('/auth/login', { body: { email, password } })

  for (const [what, password, code] of [
    ['seven characters', 'kz7!mQ2', 'PASSWORD_LENGTH_INVALID'],
    ['seven emoji, which have more bytes and units', '🦊🐢🦉🐙🦔🐝🦚', 'PASSWORD_LENGTH_INVALID'],
    ['eight that compose to seven', 'kz7mQ2u\u0308', 'PASSWORD_LENGTH_INVALID'],
    ['257 characters', `${'k7'.repeat(128)}x`, 'PASSWORD_LENGTH_INVALID'],
    ['one of the most common', 'iloveyou', 'PASSWORD_IS_TOO_COMMON'],
    ['one in other letters', 'QwErTyUiOp', 'PASSWORD_IS_TOO_COMMON'],
    ['a run', '987654321', 'PASSWORD_IS_TOO_COMMON'],
    ['the product', 'GATEHOUSE', 'PASSWORD_IS_TOO_COMMON'],
    ['their email', 'The-Chooser-0@gatehouse.test', 'PASSWORD_IS_TOO_COMMON'],
    ['what stands before its @', 'THE-CHOOSER-0', 'PASSWORD_IS_TOO_COMMON'],
    ['their username', 'the_chooser_0', 'PASSWORD_IS_TOO_COMMON'],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const response = await register(password).response
      expect(response.status).to.equal(400)
      expect(fieldErrors(response.body)).to.deep.equal([`password:${code}`])
    })
  }

  for (const [what, password, others] of [
    ['eight characters', 'kz7!mQ2x', ['kz7!mQ2X', 'kz7!mQ2']],
    ['fifteen emoji', '🦊🐢🦉🐙🦔🐝🦚🦜🐬🦭🦦🐨🦥🐿🦫', ['🦊🐢🦉🐙🦔🐝🦚🦜🐬🦭🦦🐨🦥🐿🦊']],
    ['spaces at both ends and inside', '  kz7  mQ2x ', ['kz7  mQ2x', '  kz7 mQ2x ']],
    ['letters of one kind alone', 'vbxkwqzjhtrp', []],
    ['digits in full width, which are not ASCII', 'kz7mQ2x１２', ['kz7mQ2x12']],
    ...[64, 72, 73, 128, 256].map(
      (length) =>
        [
          `all of ${length} characters`,
          `${'kz'.repeat(128)}`.slice(0, length - 1).concat('7'),
          [`${'kz'.repeat(128)}`.slice(0, length - 1).concat('8')],
        ] as const,
    ),
  ] as const) {
    it(`accepts ${what}, and signs in with nothing else`, async () => {
      people += 1
      const { email, response } = register(password)
      expect((await response).status).to.equal(200)
      for (const other of others) expect((await login(email, other)).status, other).to.equal(400)
      expect((await login(email, password)).status).to.equal(200)
    })
  }

  it('signs in with the composed and the decomposed form of one password', async () => {
    people += 1
    const { email, response } = register('Mu\u0308ller-kz7 12')
    await response
    for (const spelling of ['M\u00fcller-kz7 12', 'Mu\u0308ller-kz7 12']) {
      expect((await login(email, spelling)).status).to.equal(200)
    }
  })
})
